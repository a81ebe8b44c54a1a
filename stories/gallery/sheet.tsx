import { useEffect, useState } from 'react';
import { Concealed } from '../../src/ui/concealed.ts';
import { Diagram } from './diagram.tsx';
import { Driven } from './driven.tsx';
import { sought } from './filter.ts';
import { Unseen, unseenIn } from './unseen.tsx';
import { Framed, useStyles } from './framed.tsx';
import { linkTo, useLook } from './look.ts';
import { screens } from './screens.ts';
import { lastStep } from './story-names.ts';
import type { Placed } from './story-files.ts';
import type { Part } from './story.tsx';
import type { Look } from './toolbar.ts';
import css from './sheet.module.css';

const words = {
  en: {
    find: 'Filter this page',
    shown: (some: number, all: number) => (some === all ? `${all} pictures` : `${some} of ${all} pictures`),
    chart: 'Chart',
    size: 'Size',
    none: 'No state has these words in its name or on its way.',
    parts: 'Parts of this page',
  },
  ru: {
    find: 'Отобрать на этой странице',
    shown: (some: number, all: number) => (some === all ? `Картинок: ${all}` : `Картинок: ${some} из ${all}`),
    chart: 'Схема',
    size: 'Размер',
    none: 'Ни в названии, ни в пути этих слов нет.',
    parts: 'Части страницы',
  },
};

/** How wide a cell is at first: a whole phone, a desk small enough for three beside each other. */
const firstWidth = (width: number): number => (width < 600 ? Math.min(width, 300) : 420);

/**
 * Whoever takes a picture of a sheet asks for it in the address, by the width of a cell: then no cell waits to be seen,
 * and what other sheets show is left to them.
 */
const pictured = Number(new URLSearchParams(location.search).get('picture'));

/** A cell is drawn when it comes near to the window, and stays: a large flow has more than a hundred. */
function useNear(): [ref: (place: Element | null) => void, isNear: boolean] {
  const [place, ref] = useState<Element | null>(null);
  const [isNear, setNear] = useState(pictured > 0);
  useEffect(() => {
    if (!place || isNear) return undefined;
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setNear(true), {
      rootMargin: '50%',
    });
    watch.observe(place);
    return () => watch.disconnect();
  }, [place, isNear]);
  return [ref, isNear];
}

interface CellProps {
  part: Part;
  stop: Placed;
  look: Look;
  styles: string;
  scale: number;
}

function Cell({ part: { model, view }, stop, look, styles, scale }: CellProps) {
  const name = stop.name[look.locale];
  const way = stop.way[look.locale];
  const [ref, isNear] = useNear();
  return (
    <figure ref={ref} className={css['cell']} data-story={stop.story}>
      <figcaption title={way.join(' → ')}>
        <a {...linkTo(stop.story, look)}>{name}</a>
        {/* A picture is of the screen: words of a path may change without it. */}
        {pictured === 0 && <small>{lastStep(stop, look.locale)}</small>}
      </figcaption>
      <Framed look={look} styles={styles} scale={scale} title={name}>
        {isNear ? (
          <Concealed value={look.concealed}>
            <Driven model={model} stop={stop} view={view} />
          </Concealed>
        ) : null}
      </Framed>
    </figure>
  );
}

/** What was looked for on each sheet: whoever opens a state of it and comes back goes on there. */
const wishes = new Map<string, string>();

const goTo = (part: number): void => document.querySelector(`[data-part="${part}"]`)?.scrollIntoView();

interface SheetProps {
  parts: readonly Part[];
  look: Look;
}

function Sheet({ parts, look }: SheetProps) {
  const styles = useStyles();
  const sheet = parts[0]?.model.name ?? '';
  const [wish, setWish] = useState(() => wishes.get(sheet) ?? '');
  const { width } = screens[look.screen];
  const [size, setSize] = useState(pictured);
  const scale = (size || firstWidth(width)) / width;
  const said = words[look.locale];
  const shown = parts.map((part) => {
    const [stops, unseen] = [sought(part.stops, wish), unseenIn(part.model, wish)];
    return { part, stops, unseen, isEmpty: stops.length + unseen.length === 0 };
  });
  const count = shown.reduce((sum, { stops }) => sum + stops.length, 0);
  const all = parts.reduce((sum, { stops }) => sum + stops.length, 0);

  return (
    <div className={`sb-unstyled ${css['sheet']}`} lang={look.locale}>
      <header className={css['head']}>
        <h1>{parts[0]?.model.title[look.locale]}</h1>
        <output>{said.shown(count, all)}</output>
        {parts.length > 1 && (
          <nav aria-label={said.parts}>
            {shown.map(({ part, stops, isEmpty }, at) => (
              <button key={part.model.name} type="button" disabled={isEmpty} onClick={() => goTo(at)}>
                {part.model.title[look.locale]} {stops.length}
              </button>
            ))}
          </nav>
        )}
        <input
          type="search"
          aria-label={said.find}
          placeholder={said.find}
          value={wish}
          onChange={({ currentTarget: { value } }) => {
            wishes.set(sheet, value);
            setWish(value);
          }}
        />
        <label>
          {said.size}
          <input
            type="range"
            min="120"
            max={width}
            value={size || firstWidth(width)}
            onChange={({ currentTarget }) => setSize(Number(currentTarget.value))}
          />
        </label>
      </header>
      {shown.every(({ isEmpty }) => isEmpty) && <p>{said.none}</p>}
      {shown.map(({ part, stops, unseen, isEmpty }, at) => (
        <section key={part.model.name} data-part={at} hidden={isEmpty}>
          {at > 0 && <h2>{part.model.title[look.locale]}</h2>}
          {/* Whoever looks for a state wants to see it first. */}
          {wish.trim() === '' && (
            <details open={at === 0} className={css['chart']}>
              <summary>{said.chart}</summary>
              <Diagram
                chart={part.chart}
                lit={[]}
                links={part.links}
                language={look.locale}
                linkTo={(story) => linkTo(story, look)}
                height="45vh"
              />
            </details>
          )}
          <div className={css['cells']}>
            {stops.map((stop) => (
              <Cell key={stop.story} part={part} stop={stop} look={look} styles={styles} scale={scale} />
            ))}
          </div>
          <Unseen states={unseen} isSought={wish.trim() !== ''} language={look.locale} />
        </section>
      ))}
    </div>
  );
}

/** Every state of a machine on one page, and below it those of the machines that it starts. */
export const sheetOf = (parts: readonly Part[]) =>
  function SheetPage() {
    const look = useLook();
    return look && <Sheet parts={pictured > 0 ? parts.slice(0, 1) : parts} look={look} />;
  };
