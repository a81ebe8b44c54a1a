import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import type { Notification } from '../../../contract/entities.ts';
import type { FlowInput } from '../../root/events.ts';
import { settings } from '../../root/house.samples.ts';
import { buttonsOfSample, elsewhere, sampleNotifications, wordsOfSample } from '../../form/notifications.samples.ts';
import { noticeMachine, type NoticeContext } from './notice.machine.ts';

const { over, overAndFixed, linked } = sampleNotifications;
const outward: Notification = { ...linked, display: 'modal' };
const input = (about: FlowInput['about'], origins?: string[]): FlowInput => ({
  place: samplePlace('exchanges', '/exchanges'),
  account: 'A-1001',
  site: origins ? { ...settings, origins } : null,
  email: null,
  over: true,
  ...(about && { about }),
});

const shown = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { notice, origins } = snapshot.context as NoticeContext;
  if (!notice) return [];
  return [
    ...wordsOfSample(notice).map((text) => ({ text })),
    ...buttonsOfSample(notice, origins),
    ...(notice.closable ? says('notice.read') : says('notice.later', 'notice.stays')),
  ];
};

export default defineModel({
  name: 'notice',
  title: { en: 'A notification over the page', ru: 'Уведомление в окне' },
  machine: noticeMachine,
  view: 'notice/notice',
  inputs: {
    'that can be closed': input({ notice: over }),
    'that stays': input({ notice: overAndFixed }),
    'that leads elsewhere': input({ notice: outward }, [elsewhere]),
    'of nothing': input(undefined),
  },
  events: {
    'user.read': [{}],
    'user.followed': (snapshot) =>
      ((snapshot.context as NoticeContext).notice?.buttons ?? []).flatMap(({ url }) =>
        url.startsWith('/') ? [{ value: url }] : [],
      ),
  },
  outcomes: {},
  facet: (snapshot) => (snapshot.context as NoticeContext).notice?.title ?? '',
  eventWords: {
    'user.read': { en: 'close it', ru: 'закройте' },
    'user.followed': { en: 'go where it leads', ru: 'перейдите по ссылке' },
  },
  states: {
    shown: { title: { en: 'It is shown', ru: 'Уведомление показано' }, sees: shown },
    read: { title: { en: 'It is read', ru: 'Прочитано' }, unseen: 'the house has closed the modal by then' },
    followed: { title: { en: 'It is followed', ru: 'Переход' }, unseen: 'the house has closed the modal by then' },
  },
});
