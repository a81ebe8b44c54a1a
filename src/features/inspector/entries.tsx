import { useState, type KeyboardEvent } from 'react';
import type { Filter, Row } from '../../../machines/inspector/journal.types.ts';
import { foundOf, kinds, words } from '../../../machines/inspector/inspector.words.ts';
import { useLeftFocus, type Heir } from '../../ui/handed-focus.ts';
import { join } from '../../ui/join.ts';
import css from './inspector.module.css';
import type { InspectorActor, InspectorSnapshot } from './inspector.view.tsx';
import { useSay } from './use-say.ts';

interface Parts {
  actor: InspectorActor;
  snapshot: InspectorSnapshot;
}

/** Height of a row in px; a list is as high as all its rows, and holds those that are seen. */
const high = 32;
/** Rows that are drawn before the first one that is seen. */
const ahead = 10;

/** Makes the list as high as all that was found, and lets its rows begin where they stand in it. */
function spread(list: HTMLElement | null, found: number, first: number): void {
  list?.style.setProperty('height', `${found * high}px`);
  list?.style.setProperty('padding-top', `${first * high}px`);
}

/** Keeps the row that is looked at in sight when it is another one; the newest one only while the end is in sight. */
function follow(list: HTMLElement | null, here: number, isLive: boolean): void {
  const before = Number(list?.dataset['here'] ?? -1);
  if (!list || before === here) return;
  list.dataset['here'] = String(here);
  const { scrollTop, clientHeight } = list;
  const [top, bottom] = [here * high, (here + 1) * high];
  if (isLive && before >= 0 && (before + 2) * high < scrollTop) return;
  if (isLive && before >= 0 && before * high > scrollTop + clientHeight + high) return;
  if (top < scrollTop || bottom > scrollTop + clientHeight) list.scrollTop = top - clientHeight / 2;
}

function Sought({ actor, snapshot }: Parts) {
  const say = useSay();
  const { filter, reading } = snapshot.context;
  const seek = (part: keyof Filter) => (event: { target: { value: string } }) =>
    actor.send({ type: 'user.sought', part, value: event.target.value });
  const says = (part: keyof Filter) => ({ 'data-says': 'user.sought', 'data-says-for': part, value: filter[part] });
  const actors = filter.actor === '' || reading.actors.includes(filter.actor) ? [] : [filter.actor];
  return (
    <div className={css['sought']} role="search" aria-label={say(words.entries)}>
      <label>
        <span>{say(words.text)}</span>
        <input type="search" {...says('text')} onChange={seek('text')} />
      </label>
      <label>
        <span>{say(words.kind)}</span>
        <select {...says('kind')} onChange={seek('kind')}>
          <option value="">{say(words.any)}</option>
          {Object.entries(kinds).map(([kind, title]) => (
            <option key={kind} value={kind}>
              {say(title)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{say(words.actor)}</span>
        <select {...says('actor')} onChange={seek('actor')}>
          <option value="">{say(words.anyActor)}</option>
          {[...actors, ...reading.actors].map((path) => (
            <option key={path} value={path}>
              {path}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** Rows are drawn further than they are seen, so that the one above and the one below are there. */
function toNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget.closest('li');
  const next = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key];
  if (!next) return;
  event.preventDefault();
  next.querySelector('button')?.focus();
}

/** The list has the focus of a row that is drawn no longer. */
const listOf: Heir = (left) => left.closest<HTMLElement>('[role="group"]');

interface EntryProps extends Parts {
  row: Row;
  /** Tab comes to this one of all, and the arrows go on from it. */
  isStop: boolean;
  onFocus: () => void;
}

function EntryRow({ actor, snapshot, row, isStop, onFocus }: EntryProps) {
  const say = useSay();
  const left = useLeftFocus(listOf);
  const { number, since, kind, to, words: said } = row;
  const isHere = snapshot.context.at === number;
  return (
    <li ref={left}>
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={toNeighbour}
        className={join(css['entry'], isHere && css['here'])}
        aria-current={isHere || undefined}
        data-says="user.entry chosen"
        data-says-value={number}
        disabled={!snapshot.can({ type: 'user.entry chosen', value: number })}
        title={to}
        onClick={() => actor.send({ type: 'user.entry chosen', value: number })}
      >
        <span className={css['number']}>{number}</span>
        <span className={css['since']}>{since}</span>
        <span className={css['kind']} data-kind={kind}>
          {say(kinds[kind])}
        </span>
        <span className={css['said']}>{say(said)}</span>
      </button>
    </li>
  );
}

/** What was recorded, of all that was found the part that is seen. */
export function Entries({ actor, snapshot }: Parts) {
  const say = useSay();
  const { reading } = snapshot.context;
  const { entries, found, first, rows, here } = reading;
  const isLive = snapshot.matches({ open: 'live' });
  const [held, hold] = useState<number>();
  const drawn = (number?: number) => rows.find((row) => row.number === number);
  const stop = drawn(held) ?? drawn(snapshot.context.at ?? undefined) ?? rows[first > 0 ? ahead : 0];
  const onScroll = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const value = Math.max(0, Math.floor(currentTarget.scrollTop / high) - ahead);
    if (value !== first) actor.send({ type: 'user.scrolled', value });
  };
  return (
    <section className={css['entries']} aria-label={say(words.entries)}>
      <Sought actor={actor} snapshot={snapshot} />
      <p className={css['quiet']} role="status">
        {say(foundOf(found, entries))}
      </p>
      {found === 0 && entries > 0 && <p>{say(words.nothing)}</p>}
      {/* A list that scrolls is reached by the keyboard. */}
      <div
        className={css['list']}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={say(words.entries)}
        onScroll={onScroll}
        ref={(list) => follow(list, here, isLive)}
      >
        <ol className={css['rows']} ref={(list) => spread(list, found, first)}>
          {rows.map((row) => (
            <EntryRow
              key={row.number}
              actor={actor}
              snapshot={snapshot}
              row={row}
              isStop={row === stop}
              onFocus={() => hold(row.number)}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}
