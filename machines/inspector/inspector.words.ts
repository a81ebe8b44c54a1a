import type { Entry } from '../../contract/journal/entry.ts';
import type { Words } from '../model.ts';

/** Words of a tool for those who work on the product: they come with it, and not with the product's messages. */
export const words = {
  title: { en: 'Journal', ru: 'Журнал' },
  fold: { en: 'Show or hide the journal', ru: 'Показать или скрыть журнал' },
  live: { en: 'The page is live', ru: 'Страница работает сейчас' },
  toLive: { en: 'Back to live', ru: 'К работающей странице' },
  closeLook: { en: 'Close the screen', ru: 'Закрыть экран' },
  going: { en: 'On the way there', ru: 'Переходим' },
  playing: { en: 'Playing', ru: 'Воспроизведение' },
  first: { en: 'First entry', ru: 'Первая запись' },
  back: { en: 'Step back', ru: 'Шаг назад' },
  forward: { en: 'Step forward', ru: 'Шаг вперёд' },
  last: { en: 'Last entry', ru: 'Последняя запись' },
  play: { en: 'Play', ru: 'Воспроизвести' },
  pause: { en: 'Pause', ru: 'Пауза' },
  steps: { en: 'Steps', ru: 'Шаги' },
  keys: {
    en: 'Arrows step, Home and End jump, the space bar plays, Escape goes back to live.',
    ru: 'Стрелки — шаг, Home и End — к краю, пробел — воспроизведение, Escape — к работающей странице.',
  },
  entries: { en: 'Entries', ru: 'Записи' },
  nothing: { en: 'Nothing like that was recorded.', ru: 'Такого в журнале нет.' },
  text: { en: 'Text', ru: 'Текст' },
  kind: { en: 'Kind', ru: 'Вид' },
  actor: { en: 'Machine', ru: 'Машина' },
  any: { en: 'any', ru: 'любой' },
  anyActor: { en: 'any', ru: 'любая' },
  states: { en: 'Where the machines stand', ru: 'Где стоят машины' },
  noStates: {
    en: 'Go to an entry to see where each machine stood.',
    ru: 'Перейдите к записи, чтобы увидеть, где стояла каждая машина.',
  },
  moved: { en: 'moved by this entry', ru: 'сдвинулась этой записью' },
  entryAsItIs: { en: 'The entry as it was written', ru: 'Запись как есть' },
  chart: { en: 'Chart', ru: 'Схема' },
  chartLeft: { en: 'Close the chart', ru: 'Закрыть схему' },
  chartComing: { en: 'The chart is on its way.', ru: 'Схема загружается.' },
  noChart: { en: 'There is no chart of this machine.', ru: 'Схемы этой машины нет.' },
  opening: { en: 'The journal is being read', ru: 'Читаем журнал' },
  notOpened: { en: 'The journal did not open', ru: 'Журнал не открылся' },
  late: { en: 'It took too long.', ru: 'Это заняло слишком много времени.' },
  notShown: { en: 'This entry cannot be gone to', ru: 'К этой записи не перейти' },
  retry: { en: 'Try again', ru: 'Попробовать ещё раз' },
  notWhole: {
    en: 'The beginning of this journal was dropped, so it can be read and not stepped through.',
    ru: 'Начало этого журнала не сохранилось: его можно читать, но не пройти по шагам.',
  },
  otherBuild: {
    en: 'Another version of the page wrote this journal: this one may go another way from the same entries.',
    ru: 'Этот журнал записала другая версия страницы: по тем же записям эта может пойти иначе.',
  },
  choose: { en: 'Choose a journal, or drop its file here.', ru: 'Выберите журнал или перетащите сюда его файл.' },
  chooseEntry: { en: 'Choose an entry to see its screen.', ru: 'Выберите запись, чтобы увидеть её экран.' },
  file: { en: 'Open a file', ru: 'Открыть файл' },
  export: { en: 'Export', ru: 'Выгрузить' },
  kept: { en: 'Kept on this device', ru: 'Хранится на этом устройстве' },
  keptNone: { en: 'No journal is kept.', ru: 'Журналов нет.' },
  thisPage: { en: 'This page', ru: 'Эта страница' },
  visitor: { en: 'visitor', ru: 'посетитель' },
  cut: { en: 'without its beginning', ru: 'без начала' },
  recording: { en: 'Record sessions', ru: 'Записывать сеансы' },
  drop: { en: 'Drop all', ru: 'Удалить все' },
  dropAsked: {
    en: 'Every journal that is kept on this device will be gone.',
    ru: 'Все журналы на этом устройстве будут удалены.',
  },
  dropYes: { en: 'Drop them', ru: 'Удалить' },
  dropNo: { en: 'Keep them', ru: 'Оставить' },
  notDropped: { en: 'They could not be dropped.', ru: 'Удалить не удалось.' },
} satisfies Record<string, Words>;

/** What stands above a screen of the past. */
export const lookingAt = (number: number, of: number): Words => ({
  en: `looking at entry ${number} of ${of}`,
  ru: `вы смотрите запись ${number} из ${of}`,
});

/** How far a journal was replayed; what lies behind that cannot be gone to yet. */
export const replayedTo = (ready: number, of: number): Words => ({
  en: `replayed ${ready} of ${of}`,
  ru: `повторено ${ready} из ${of}`,
});

export const foundOf = (found: number, of: number): Words => ({
  en: found === of ? `${of} entries` : `${found} of ${of} entries`,
  ru: found === of ? `записей: ${of}` : `записей: ${found} из ${of}`,
});

export const kinds: Record<Entry['k'], Words> = {
  start: { en: 'start', ru: 'начало' },
  send: { en: 'said', ru: 'сказано' },
  timer: { en: 'timer', ru: 'таймер' },
  leaf: { en: 'answer', ru: 'ответ' },
  emit: { en: 'stream', ru: 'поток' },
};
