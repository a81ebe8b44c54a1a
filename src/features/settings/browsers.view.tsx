import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { SignedInBrowser } from '../../../contract/calls/settings.ts';
import { added } from '../../../contract/limits.ts';
import { isInUse, type browsersMachine } from '../../../machines/flows/settings/browsers.machine.ts';
import { formatDateTime, formatShort } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHandedFocus } from '../../ui/handed-focus.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Part } from '../parts/part.tsx';
import css from './settings.module.css';

export type BrowsersActor = ActorRefFrom<typeof browsersMachine>;
type Snapshot = SnapshotFrom<typeof browsersMachine>;

const whole = (snapshot: Snapshot) => snapshot;
const wanted = { type: 'user.browsers wanted' } as const;
const othersEnded = { type: 'user.others ended' } as const;

function Line({ actor, snapshot, item }: { actor: BrowsersActor; snapshot: Snapshot; item: SignedInBrowser }) {
  const { t, locale } = useWords();
  const { id, device, place, since, seen_at: seenAt, current } = item;
  const { now, ending } = snapshot.context;
  const ended = { type: 'user.browser ended', value: id } as const;
  const seen = isInUse(item, now)
    ? t('browsers.seen_lately', { count: added.seenEvery / 60_000 })
    : // It may have been used since it was read: how long ago would be told too long.
      t('browsers.seen', { when: formatShort(seenAt, Date.parse(now), locale) });
  const isEnding = snapshot.matches('ending') && ending === id;
  return (
    <li className={css['browser']}>
      <div>
        <p className={css['device']}>{device}</p>
        <p className={css['note']}>{t('browsers.place', { place })}</p>
        <p className={css['note']}>{t('browsers.since', { when: formatDateTime(since, locale) })}</p>
        {!current && <p className={css['note']}>{seen}</p>}
      </div>
      {current ? (
        <span className={css['here']}>{t('browsers.this')}</span>
      ) : (
        <Button
          size="small"
          says={ended.type}
          saysValue={id}
          aria-label={t('browsers.end_one', { device })}
          aria-disabled={!snapshot.can(ended) || undefined}
          pending={isEnding}
          onClick={() => actor.send(ended)}
        >
          {t('browsers.end')}
        </Button>
      )}
    </li>
  );
}

/** Every browser in which the account is signed in; any of them but this one can be ended from here. */
export default function BrowsersView({ actor }: { actor: BrowsersActor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const { items, trouble } = snapshot.context;
  const isInDoubt = snapshot.matches('looking again');
  const place = useHandedFocus(String(items?.length));
  return (
    <Part
      id="browsers"
      title={t('browsers.title')}
      waiting={items === null && t('browsers.reading')}
      unread={snapshot.matches('unread') && t('browsers.unread')}
      undone={snapshot.matches('unended') && { title: t('browsers.unended'), retry: t('browsers.end_again') }}
      trouble={isInDoubt ? null : trouble}
      again={wanted.type}
      onAgain={() => actor.send(wanted)}
    >
      {items && (
        <Stack gap={4}>
          <p>{t('browsers.text')}</p>
          <ul ref={place} tabIndex={-1} className={css['browsers']}>
            {items.map((item) => (
              <Line key={item.id} actor={actor} snapshot={snapshot} item={item} />
            ))}
          </ul>
          {items.length > 1 ? (
            <Row>
              <Button
                variant="danger"
                says={othersEnded.type}
                aria-disabled={!snapshot.can(othersEnded) || undefined}
                pending={snapshot.matches('ending others')}
                onClick={() => actor.send(othersEnded)}
              >
                {t('browsers.end_others')}
              </Button>
            </Row>
          ) : (
            <p className={css['note']}>{t('browsers.alone')}</p>
          )}
          {isInDoubt && <Waiting>{t('browsers.finding')}</Waiting>}
        </Stack>
      )}
    </Part>
  );
}
