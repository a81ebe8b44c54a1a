import type { AnyMachineSnapshot } from 'xstate';
import { added } from '../../../contract/limits.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { browsersMachine, isInUse, type BrowsersContext } from './browsers.machine.ts';
import { browsersOutcomes, settingsWords, there } from './settings.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as BrowsersContext;
const troubleIn = (snapshot: AnyMachineSnapshot) => tells(contextOf(snapshot).trouble);

/** Each browser by its device and network; a way to end those that are not this one. */
const listed = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { items, now } = contextOf(snapshot);
  return [
    ...says('browsers.title', 'browsers.text', 'browsers.this'),
    ...(items ?? []).flatMap((one): Sight[] => [
      ...[{ text: one.device }, { text: one.place }],
      ...(!one.current && isInUse(one, now)
        ? [{ message: 'browsers.seen_lately', params: { count: added.seenEvery / 60_000 } }]
        : []),
    ]),
    ...((items?.length ?? 0) > 1 ? says('browsers.end', 'browsers.end_others') : says('browsers.alone')),
  ];
};
const shown = (snapshot: AnyMachineSnapshot): Sight[] => [...listed(snapshot), ...troubleIn(snapshot)];

export default defineModel({
  name: 'browsers',
  title: { en: 'Signed-in browsers', ru: 'Браузеры, в которых выполнен вход' },
  machine: browsersMachine,
  view: 'settings/browsers',
  inputs: { 'at the start': undefined },
  events: {
    'user.browser ended': (snapshot) =>
      (contextOf(snapshot).items ?? []).filter(({ current }) => !current).map(({ id }) => ({ value: id })),
    'user.others ended': [{}],
    'user.browsers wanted': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: browsersOutcomes,
  mayRepeat: {
    'user.end_browser': 'it is ended until it is known to be: ended twice it is the same',
    'user.end_browsers': 'they are ended until they are known to be: ended twice they are the same',
  },
  facet: (snapshot) => {
    const { items, ending, trouble } = contextOf(snapshot);
    const another = items?.find(({ current }) => !current);
    return {
      others: another ? (another.seen_at === there.seen_at ? 'two browsers' : 'another one in use') : '',
      ending: ending === there.id,
      trouble: trouble?.code,
    };
  },
  eventWords: settingsWords,
  states: {
    reading: {
      title: { en: 'The browsers are read', ru: 'Список браузеров загружается' },
      sees: (snapshot) =>
        contextOf(snapshot).items === null ? says('browsers.title', 'browsers.reading') : shown(snapshot),
    },
    unread: {
      title: { en: 'The browsers could not be read', ru: 'Список браузеров не загрузился' },
      sees: (snapshot) => [...says('browsers.title', 'browsers.unread', 'form.retry'), ...troubleIn(snapshot)],
    },
    shown: { title: { en: 'Where the account is signed in', ru: 'Где выполнен вход' }, sees: shown },
    ending: { title: { en: 'One of them is ended', ru: 'Завершается один сеанс' }, sees: shown },
    'ending others': { title: { en: 'All the others are ended', ru: 'Завершаются все остальные' }, sees: shown },
    unended: {
      title: { en: 'Sessions may not have ended', ru: 'Сеансы могли не завершиться' },
      sees: (snapshot) => [...says('browsers.unended', 'browsers.end_again'), ...shown(snapshot)],
    },
    'looking again': {
      title: { en: 'The list is read again', ru: 'Список загружается снова' },
      sees: (snapshot) => [...listed(snapshot), ...says('browsers.finding')],
    },
  },
});
