import type { AnyMachineSnapshot } from 'xstate';
import { defineModel, type Asked } from '../model.ts';
import { portError } from '../root/house.samples.ts';
import type { InspectorContext } from './inspector.context.ts';
import { inspectorMachine } from './inspector.machine.ts';
import { foundOf, lookingAt, words } from './inspector.words.ts';
import type { Book, JournalTrouble, MachineStanding, Reading, Row, Standing } from './journal.types.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as InspectorContext;

const row = (number: number, kind: Row['kind'], to: string, en: string, ru: string): Row => ({
  number,
  since: `0:0${number}.250`,
  kind,
  to,
  words: { en, ru },
});
const rows: Row[] = [
  row(1, 'start', 'root', 'the page is opened: /exchanges', 'страница открыта: /exchanges'),
  row(2, 'leaf', 'root/session/auth.check', 'auth.check answers', 'auth.check отвечает'),
  row(3, 'send', 'root/page/flow', 'the person types an amount (give, 100)', 'человек вводит сумму (give, 100)'),
];
const machine = (path: string, id: string, state: string, title: [en: string, ru: string]): MachineStanding => ({
  path,
  machine: id,
  title: { en: id, ru: id },
  states: [{ state, title: { en: title[0], ru: title[1] } }],
  moved: path === 'root/session',
});
const machines = [
  machine('root', 'root', 'open', ['the house is open', 'дом открыт']),
  machine('root/session', 'session', 'signed in', ['somebody is here', 'кто-то вошёл']),
  machine('root/nobody', 'nobody knows it', 'somewhere', ['somewhere', 'где-то']),
];
const reading: Reading = {
  entries: 3,
  ready: 3,
  found: 3,
  first: 0,
  rows,
  here: 2,
  actors: ['root', 'root/page/flow', 'root/session'],
  machines,
};
const nobody: Reading = { ...reading, ready: 0, machines: [] };

const book: Book = { which: 'live', name: 'live', live: true, account: 'A-1001', otherBuild: false, whole: true };
const cut: Book = { ...book, which: 'journal.json', name: 'journal.json', live: false, account: null, whole: false };

/** A page that was left, of which not all is replayed yet. */
const past = ({ input }: Asked) => {
  const { which } = input as { which: string };
  return which === 'live'
    ? { book, reading }
    : { book: { ...book, which, name: which, live: false, otherBuild: true }, reading: { ...reading, ready: 2 } };
};

const standingAt = ({ input }: Asked): Standing => {
  const { at } = input as { at: number };
  return { number: at, row: rows[at - 1]!, text: `{\n  "t": ${at}\n}`, next: at < 3 ? 250 : null, machines };
};

const notJournal: JournalTrouble = {
  name: 'JournalFault',
  code: 'not_a_journal',
  message: 'The file is not a journal of Statera.',
  words: { en: 'The file is not a journal of Statera.', ru: 'Это не журнал Statera.' },
};

const sessions = [
  { id: 'live', made: 0, account: 'A-1001', entries: 3, whole: true },
  { id: 's-1', made: Date.parse('2026-01-15T12:00:00Z'), account: null, entries: 120, whole: true },
  { id: 's-2', made: Date.parse('2026-01-14T12:00:00Z'), account: 'A-1001', entries: 9_000, whole: false },
];

const below = (snapshot: AnyMachineSnapshot) => {
  const { isAsked, kept } = contextOf(snapshot);
  return [
    { words: words.kept },
    isAsked ? { words: words.dropAsked } : { absent: { words: words.dropAsked } },
    kept.notDropped ? { words: words.notDropped } : { absent: { words: words.notDropped } },
  ];
};

const trouble = (snapshot: AnyMachineSnapshot) => [{ words: contextOf(snapshot).trouble! }];

const found = (snapshot: AnyMachineSnapshot) => {
  const { reading: now, book: open } = contextOf(snapshot);
  return [
    { words: foundOf(now.found, now.entries) },
    ...now.rows.map(({ words: said }) => ({ words: said })),
    ...(now.found === 0 && now.entries > 0 ? [{ words: words.nothing }] : []),
    open?.whole === false ? { words: words.notWhole } : { absent: { words: words.notWhole } },
    open?.otherBuild && open.whole ? { words: words.otherBuild } : { absent: { words: words.otherBuild } },
  ];
};

const position = (snapshot: AnyMachineSnapshot) => {
  const { at, book: open, reading: now } = contextOf(snapshot);
  return [
    { words: lookingAt(at!, now.entries) },
    { words: open?.live ? words.toLive : words.closeLook },
    ...found(snapshot),
  ];
};

export default defineModel({
  name: 'inspector',
  title: { en: 'The inspector', ru: 'Инспектор' },
  machine: inspectorMachine,
  view: 'inspector/inspector',
  unrecorded: 'it stands beside the house, and looks at journals',
  inputs: { 'beside a page': { which: 'live' }, alone: { which: null } },
  events: {
    'user.session opened': (snapshot) =>
      contextOf(snapshot)
        .kept.sessions.slice(1, 2)
        .map(({ id }) => ({ value: id })),
    'user.file given': [{ value: 'journal.json' }],
    'user.retried': [{}],
    'user.sought': (snapshot) => [
      { part: 'text', value: 'amount' },
      { part: 'kind', value: 'leaf' },
      ...contextOf(snapshot)
        .reading.actors.slice(2)
        .map((value) => ({ part: 'actor', value })),
    ],
    'user.scrolled': [{ value: 12 }],
    'user.entry chosen': (snapshot) =>
      contextOf(snapshot)
        .reading.rows.slice(1, 3)
        .map(({ number }) => ({ value: number })),
    'user.stepped': ['first', 'back', 'forward', 'last'].map((value) => ({ value })),
    'user.played': [{}],
    'user.paused': [{}],
    'user.live wanted': [{}],
    'user.machine chosen': [{ value: 'root/session' }],
    'user.chart closed': [{}],
    'user.exported': [{}],
    'user.recording chosen': [{ value: true }],
    'user.drop wanted': [{}],
    'user.drop confirmed': [{}],
    'user.drop put off': [{}],
  },
  outcomes: {
    'journal.news': {
      next: {
        wiped: { type: 'port.journal gone' },
        'none that is sought': { type: 'port.journal read', reading: { ...reading, found: 0, rows: [] } },
        'nothing was dropped': { type: 'port.journals kept', kept: { sessions, recording: true, notDropped: true } },
        'what is kept': { type: 'port.journals kept', kept: { sessions, recording: false, notDropped: false } },
      },
    },
    'journal.open': {
      done: {
        whole: past,
        'without its beginning': { book: cut, reading: nobody },
      },
      error: { 'not a journal': notJournal, 'not found': portError('not_found') },
    },
    'journal.show': { done: { shown: standingAt }, error: { 'not shown': portError('not_shown') } },
  },
  states: {
    none: {
      title: { en: 'no journal is open', ru: 'журнал не открыт' },
      sees: (snapshot) => [{ words: words.choose }, ...below(snapshot)],
    },
    opening: {
      title: { en: 'a journal is being read', ru: 'журнал читается' },
      sees: () => [{ words: words.opening }],
    },
    'not opened': {
      title: { en: 'the journal did not open', ru: 'журнал не открылся' },
      sees: (snapshot) => [{ words: words.notOpened }, ...trouble(snapshot)],
    },
    'open.live': {
      title: { en: 'the page is live', ru: 'страница работает' },
      sees: (snapshot) => [
        contextOf(snapshot).book?.live ? { words: words.live } : { absent: { words: words.live } },
        ...(contextOf(snapshot).book?.live === false && contextOf(snapshot).book?.whole
          ? [{ words: words.chooseEntry }]
          : []),
        ...found(snapshot),
        ...below(snapshot),
      ],
    },
    'open.going': {
      title: { en: 'on the way to an entry', ru: 'переход к записи' },
      sees: () => [{ words: words.going }],
    },
    'open.standing': { title: { en: 'an entry is looked at', ru: 'показана запись' }, sees: position },
    'open.playing.seen': {
      title: { en: 'entries are played, one is seen', ru: 'воспроизведение, запись видна' },
      sees: (snapshot) => [{ words: words.playing }, ...position(snapshot)],
    },
    'open.playing.next': {
      title: { en: 'entries are played, the next one comes', ru: 'воспроизведение, идёт следующая' },
      sees: () => [{ words: words.playing }],
    },
    'open.lost': {
      title: { en: 'the entry cannot be gone to', ru: 'к записи не перейти' },
      sees: (snapshot) => [{ words: words.notShown }, ...trouble(snapshot)],
    },
  },
  facet: (snapshot) => {
    const { book: open, reading: now, chosen, isAsked, kept } = contextOf(snapshot);
    return {
      ...{ cut: open?.whole === false, found: open !== null && now.found > 0, chosen: chosen !== null, isAsked },
      past: snapshot.matches({ open: 'live' }) && open?.live === false && open.whole,
      'nothing was dropped': snapshot.matches('none') && kept.notDropped,
    };
  },
  elsewhere: {
    'user.file given': 'in the window where the browser lets a file be chosen, or by dropping one',
    'user.scrolled': 'by the wheel over the list',
  },
  eventWords: {
    'user.session opened': { en: 'the person opens a session', ru: 'человек открывает сеанс' },
    'user.file given': { en: 'the person gives a file', ru: 'человек даёт файл' },
    'user.retried': { en: 'the person tries again', ru: 'человек пробует ещё раз' },
    'user.sought': { en: 'the person looks for entries', ru: 'человек ищет записи' },
    'user.scrolled': { en: 'the person scrolls the list', ru: 'человек прокручивает список' },
    'user.entry chosen': { en: 'the person goes to an entry', ru: 'человек переходит к записи' },
    'user.stepped': { en: 'the person steps', ru: 'человек делает шаг' },
    'user.played': { en: 'the person plays', ru: 'человек включает воспроизведение' },
    'user.paused': { en: 'the person pauses', ru: 'человек ставит паузу' },
    'user.live wanted': { en: 'the person goes back to live', ru: 'человек возвращается к работающей странице' },
    'user.machine chosen': { en: 'the person chooses a machine', ru: 'человек выбирает машину' },
    'user.chart closed': { en: 'the person closes the chart', ru: 'человек закрывает схему' },
    'user.exported': { en: 'the person exports the journal', ru: 'человек выгружает журнал' },
    'user.recording chosen': { en: 'the person sets the recording', ru: 'человек настраивает запись' },
    'user.drop wanted': { en: 'the person wants all dropped', ru: 'человек хочет удалить все' },
    'user.drop confirmed': { en: 'the person is sure', ru: 'человек подтверждает' },
    'user.drop put off': { en: 'the person keeps them', ru: 'человек оставляет их' },
  },
});
