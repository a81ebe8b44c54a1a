import type { AnyMachineSnapshot } from 'xstate';
import { referralStates } from '../../../contract/referral.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { programmeMachine, type ProgrammeContext } from './programme.machine.ts';
import { programmeOutcomes, referralWords } from './referral.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ProgrammeContext;

const shown = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { info } = contextOf(snapshot);
  if (!info) return says('referral.link.title', 'referral.link.reading');
  const { url, terms, funnel, totals, hold } = info;
  const days = Math.round(hold / 86_400);
  return [
    ...says(
      'referral.link.title',
      'referral.link.text',
      'referral.link.copy',
      'referral.link.share',
      'referral.link.qr',
    ),
    { text: url },
    ...terms.map(({ event, amount, currency }): Sight => ({
      message: `referral.term.${event}`,
      params: { amount: { amount: { amount, currency: currency.code }, scale: currency.scale } },
    })),
    days > 0 ? { message: 'referral.hold', params: { count: days } } : { message: 'referral.hold.soon' },
    ...says('referral.funnel', ...referralStates.map((state) => `referral.count.${state}`)),
    ...referralStates.map((state): Sight => ({ text: String(funnel[state]) })),
    ...says(
      'referral.totals',
      ...(totals.length > 0 ? ['referral.pending', 'referral.paid'] : ['referral.totals.none']),
    ),
    ...totals.flatMap(({ currency, pending, paid }): Sight[] =>
      [pending, paid].map((amount) => ({ amount: { amount, currency: currency.code }, scale: currency.scale })),
    ),
    ...says('referral.history'),
  ];
};

export default defineModel({
  name: 'programme',
  title: { en: 'The link that invites', ru: 'Пригласительная ссылка' },
  machine: programmeMachine,
  view: 'referral/programme',
  inputs: { 'at the start': undefined },
  events: {
    'user.link copied': [{}],
    'user.link shared': [{}],
    'user.programme wanted': [{}],
    'referral.changed': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: programmeOutcomes,
  facet: (snapshot) => {
    const { info, trouble } = contextOf(snapshot);
    return [info?.totals.length, trouble?.code];
  },
  eventWords: referralWords,
  states: {
    reading: { title: { en: 'The programme is read', ru: 'Программа загружается' }, sees: shown },
    unread: {
      title: { en: 'The programme could not be read', ru: 'Программа не загрузилась' },
      sees: (snapshot) => [
        ...says('referral.link.title', 'referral.link.unread', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    shown: { title: { en: 'Link, people and bonuses', ru: 'Ссылка, люди и бонусы' }, sees: shown },
    renewing: { title: { en: 'The programme is read again', ru: 'Программа обновляется' }, sees: shown },
    sharing: { title: { en: 'The browser asks how to share', ru: 'Браузер спрашивает, как поделиться' }, sees: shown },
  },
});
