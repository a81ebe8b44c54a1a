import { invitesADay, type InviteForm, type ReferralInfo, type Referred } from '../../../contract/referral.ts';
import type { Answer } from '../../../contract/call.ts';
import type { Asked, Outcomes } from '../../model.ts';
import { answered, failures, refused, usd } from '../../operation/operation.samples.ts';
import type { InviteContext } from './invite.context.ts';
import type { PeopleContext } from './people.machine.ts';
import { wordsOfLanguage } from '../../words/words.samples.ts';

/** Sample answers that the programme and its parts share. */
const wait = refused('rate_limited', 429, { retryAfter: 3 });

const info = (changes: Partial<ReferralInfo> = {}): ReferralInfo => ({
  ...{ id: 'REFERSAMPL', url: 'https://example.com/?ref=REFERSAMPL' },
  funnel: { invited: 7, signed_up: 4, verified: 2, earning: 1 },
  totals: [{ currency: usd, pending: '15.00', paid: '5.00' }],
  terms: [
    { event: 'verified', amount: '5.00', currency: usd },
    { event: 'exchange', amount: '10.00', currency: usd },
  ],
  hold: 14 * 86_400,
  ...changes,
});

export const programmeOutcomes: Record<string, Outcomes> = {
  'referral.info': {
    done: {
      'people and bonuses': answered(info()),
      'nobody yet': answered(
        info({ funnel: { invited: 0, signed_up: 0, verified: 0, earning: 0 }, totals: [], hold: 30 }),
      ),
    },
    error: { refused: wait, ...failures },
  },
  'link.share': {
    done: { shared: undefined },
    error: {
      'nothing was chosen': { name: 'PortError', message: 'aborted', code: 'aborted' },
      'the browser has no way': { name: 'PortError', message: 'not_shared', code: 'not_shared' },
    },
  },
};

const person = (number: number, changes: Partial<Referred>): Referred => ({
  ...{ id: `opsample${String(number).padStart(13, '0')}`, who: 'anna@example.com', state: 'invited' },
  ...{ at: '2026-01-14T18:20:00.000Z', bonuses: [] },
  ...changes,
});
/** When it is due, an answer may leave out. */
const bonus = (event: 'verified' | 'exchange', status: 'processing' | 'completed'): Referred['bonuses'][number] => ({
  ...{ event, status, amount: event === 'verified' ? '5.00' : '10.00', currency: usd },
  ...(status === 'processing' && event === 'verified' && { due: '2026-01-28T18:20:00.000Z' }),
});
const everybody: Referred[] = [
  person(110, {}),
  person(111, { who: 'Б••• К•••', state: 'signed_up' }),
  person(112, { who: 'c•••@e•••.com', state: 'verified', bonuses: [bonus('verified', 'processing')] }),
  person(113, {
    ...{ who: 'D•••', state: 'earning' },
    bonuses: [bonus('verified', 'completed'), bonus('exchange', 'processing')],
  }),
];

/** No page holds anybody who is there already. */
const nextAfter = ({ asker }: Asked): Referred[] => {
  const held = (asker.context as PeopleContext).items?.length ?? 0;
  return [person(120 + held, { who: `e${held}@example.com` })];
};

export const peopleOutcomes: Record<string, Outcomes> = {
  'referral.list': {
    done: {
      'four people': answered({ items: everybody, next: null }),
      'a page with more behind it': answered({ items: everybody.slice(0, 2), next: '/referral/list/MTc2' }),
      'nobody came': answered({ items: [], next: null }),
    },
    error: { refused: wait, ...failures },
  },
  'referral.page': {
    done: {
      'the last page': answered({ items: everybody.slice(2), next: null }),
      'a page with more behind it': (asked: Asked) =>
        answered({ items: nextAfter(asked), next: '/referral/list/MTc3' }),
    },
    error: { refused: wait, ...failures },
  },
};

const letter = {
  subject: 'You are invited to Statera',
  text: 'm•••@e•••.com invites you to Statera: exchange, transfers and cards in one place.\n\nOpen the invitation:\nhttps://example.com/?ref=REFERSAMPL\n',
};
const form = (changes: Partial<InviteForm> = {}): Answer<InviteForm> =>
  answered({ left: invitesADay, locale: 'en', note: '', letter, ...changes });
const none = form({ left: 0, again_at: '2026-01-16T09:30:00.000Z' });
const noted = 'Try it, I like it';

const leftAt = ({ asker }: Asked): number => (asker.context as InviteContext).form?.left ?? invitesADay;

export const inviteOutcomes: Record<string, Outcomes> = {
  'referral.invite_info': {
    done: {
      'letters are left': (asked: Asked) => form({ left: leftAt(asked) }),
      'one fewer is left': (asked: Asked) => form({ left: Math.max(1, leftAt(asked) - 1) }),
      'none is left': none,
    },
    error: { refused: wait, ...failures },
  },
  'referral.invite': {
    done: { sent: (asked: Asked) => form({ left: Math.max(1, leftAt(asked) - 1) }), 'the last one is sent': none },
    error: {
      'invited before': refused('invalid', 422, { fields: { email: 'already_invited' } }),
      'their own address': refused('invalid', 422, { fields: { email: 'own_invite' } }),
      'none is left': refused('wait_before_retry', 429, { retryAfter: 3600 }),
      refused: wait,
      ...failures,
    },
  },
  'referral.mailing': {
    done: {
      saved: form({
        note: noted,
        letter: { ...letter, text: letter.text.replace('\n\n', `\n\nWhat they asked us to tell you: “${noted}”\n\n`) },
      }),
    },
    error: {
      'a link in it': refused('invalid', 422, { fields: { note: 'no_links' } }),
      refused: wait,
      ...failures,
    },
  },
};

export const referralWords = {
  ...wordsOfLanguage,
  'user.link copied': { en: 'copy the link', ru: 'скопируйте ссылку' },
  'user.link shared': { en: 'share the link', ru: 'поделитесь ссылкой' },
  'user.programme wanted': { en: 'ask for the programme again', ru: 'загрузите программу снова' },
  'programme.copied': { en: 'the link is to be copied', ru: 'ссылка копируется' },
  'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
  'referral.changed': { en: 'somebody was invited', ru: 'кто-то приглашён' },
  'invite.sent': { en: 'an invitation went out', ru: 'приглашение отправлено' },
  'user.email typed': { en: 'type an address', ru: 'введите адрес' },
  'user.submitted': { en: 'send the invitation', ru: 'отправьте приглашение' },
  'user.letter opened': { en: 'change what the letter says', ru: 'измените текст письма' },
  'user.note typed': { en: 'type a note', ru: 'введите приписку' },
  'user.letter language chosen': { en: 'choose the language of the letter', ru: 'выберите язык письма' },
  'user.letter saved': { en: 'save the letter', ru: 'сохраните письмо' },
  'user.letter put aside': { en: 'leave the letter as it was', ru: 'оставьте письмо прежним' },
  'user.invite wanted': { en: 'ask for the letters again', ru: 'загрузите письма снова' },
  'user.another address wanted': { en: 'go back to the address', ru: 'вернитесь к адресу' },
  'user.people wanted': { en: 'ask for the people again', ru: 'загрузите список снова' },
  'user.more asked': { en: 'ask for more', ru: 'запросите продолжение' },
  'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  'port.online': { en: 'the line is back', ru: 'связь восстановлена' },
};
