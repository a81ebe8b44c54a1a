import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { ToldNotification } from '../../../contract/calls/notify.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import type { ListContext } from '../../list/list.machine.ts';
import { minuteTicks } from '../../list/list.model.ts';
import { defineModel, type Asked, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import { settings } from '../../root/house.samples.ts';
import {
  buttonsOfSample,
  elsewhere,
  sampleNotifications,
  sampleTold,
  wordsOfSample,
} from '../../form/notifications.samples.ts';
import type { FlowInput } from '../../root/events.ts';
import { inboxMachine, type InboxContext } from './inbox.machine.ts';
import { otherLanguage, wordsOfLanguage } from '../../words/words.samples.ts';

const { plain, verified, fixed, over, linked } = sampleNotifications;
const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as InboxContext;
const listIn = ({ children }: AnyMachineSnapshot) => {
  const list = (children as Record<string, AnyActorRef | undefined>)['list'];
  return list ? (list.getSnapshot() as AnyMachineSnapshot) : null;
};
const toldIn = (list: AnyMachineSnapshot | null) =>
  list ? ((list.context as ListContext).items as ToldNotification[]) : [];

const row = (told: ToldNotification, { closed, origins }: InboxContext): Sight[] => {
  const isRead = told.closed || closed.includes(told.notification_id);
  return [
    ...wordsOfSample(told).map((text) => ({ text })),
    ...buttonsOfSample(told, origins),
    ...says(isRead ? 'inbox.is_read' : 'inbox.is_new'),
    ...(told.closable && !isRead ? says('inbox.read') : []),
  ];
};

function sees(snapshot: AnyMachineSnapshot): Sight[] {
  const list = listIn(snapshot);
  if (!list) return says('inbox.unread', 'form.retry');
  const { next, trouble } = list.context as ListContext;
  const told = toldIn(list);
  if (told.length === 0)
    return [
      ...(list.hasTag('busy') ? says('inbox.loading') : []),
      ...(list.matches('empty') ? says('inbox.empty', 'inbox.empty.text') : []),
      ...(list.matches('failed') ? [...says('inbox.unread', 'form.retry'), ...tells(trouble)] : []),
    ];
  return [
    ...told.flatMap((one) => row(one, contextOf(snapshot))),
    ...(trouble ? [...says('list.more_failed'), ...tells(trouble)] : []),
    ...(next === null ? [] : says(list.hasTag('busy') ? 'list.loading_more' : trouble ? 'form.retry' : 'list.more')),
  ];
}

const input: FlowInput = {
  place: samplePlace('exchanges', '/exchanges'),
  account: 'A-1001',
  site: null,
  email: null,
  over: true,
};

/** No page holds what is there already. */
const heldBy = ({ asker }: Asked): number => (asker.context as Partial<ListContext>).items?.length ?? 0;
const older = (asked: Asked): ToldNotification => {
  const held = heldBy(asked);
  return sampleTold(plain, {
    notification_id: `house:sample00000000${held + 10}`,
    title: `An older one, ${held}`,
    created_at: '2026-01-10T09:00:00.000Z',
    closed: true,
  });
};

export default defineModel({
  name: 'inbox',
  title: { en: 'All notifications', ru: 'Все уведомления' },
  machine: inboxMachine,
  view: 'inbox/inbox',
  inputs: {
    'over a page': input,
    'where something leads elsewhere': { ...input, site: { ...settings, origins: [elsewhere] } },
  },
  events: {
    'user.notification closed': (snapshot) =>
      toldIn(listIn(snapshot))
        .filter((one) => one.closable && !one.closed && !contextOf(snapshot).closed.includes(one.notification_id))
        .map(({ notification_id: value }) => ({ value })),
    'user.retried': [{}],
    'user.more asked': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'clock.minutes': minuteTicks,
    'notify.list': {
      done: {
        'some, and more behind them': (asked: Asked) =>
          answered({
            items: heldBy(asked) > 0 ? [older(asked)] : [verified, fixed, over, linked].map((one) => sampleTold(one)),
            next: 'cursor1',
          }),
        'the last of them': (asked: Asked) => answered({ items: [older(asked)], next: null }),
        'none at all': answered({ items: [], next: null }),
        'an answer of another shape': answered(null),
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
  },
  facet: (snapshot) => {
    const list = listIn(snapshot);
    return [
      toldIn(list).length,
      contextOf(snapshot).closed.length,
      list?.hasTag('busy') ?? '',
      (list?.context as ListContext | undefined)?.trouble?.code ?? '',
      list?.matches('empty') ?? '',
    ];
  },
  stopsOfState: 8,
  eventWords: {
    ...wordsOfLanguage,
    'user.notification closed': { en: 'mark one as read', ru: 'отметьте одно прочитанным' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.more asked': { en: 'ask for more', ru: 'запросите продолжение' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
  },
  states: {
    reading: { title: { en: 'What was told', ru: 'Всё, что сообщалось' }, sees },
    broken: { title: { en: 'The list fell over an answer', ru: 'Список не справился с ответом' }, sees },
  },
});
