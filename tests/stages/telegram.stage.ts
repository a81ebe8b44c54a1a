import { says } from '../../machines/form/sights.ts';
import telegram from '../../machines/flows/telegram/telegram.model.ts';
import { telegramState } from '../../machines/sign-in/sign-in.samples.ts';
import { telegramAnswer } from '../../server/sandbox/telegram-routes.ts';
import { telegramPeople, type TelegramPersonId } from '../../server/sandbox/telegram-people.ts';
import { letter, lettersTo } from './letters.ts';
import { defineStage, type Scene, type Way } from './stage.ts';

const [known, newcomer] = telegramPeople;

/** This browser has gone to Telegram. */
const stateOf = async ({ one: { context }, product: { url } }: Scene): Promise<string> => {
  const { origin } = new URL(url);
  const reply = await context.request.post(`${origin}/api/auth/telegram`, {
    data: { remember: false },
    headers: { origin },
  });
  const { payload } = (await reply.json()) as { payload: { url: string } };
  return new URL(new URL(payload.url).searchParams.get('return_to') ?? '').searchParams.get('state') ?? '';
};

const back = (id: TelegramPersonId): Pick<Way, 'at' | 'values' | 'input'> => ({
  input: 'back from Telegram',
  at: `/login/telegram?state=${telegramState}#tgAuthResult=sample`,
  values: {
    ...lettersTo('new@example.com'),
    [telegramState]: stateOf,
    'tgAuthResult=sample': ({ product }) => telegramAnswer(product.db, id),
  },
});
const agreed = { 'telegram.answer': { agreed: 'of itself' } } as const;

export default defineStage({
  model: telegram,
  ways: {
    'somebody who is known': {
      ...back(known.id),
      outcomes: { ...agreed, 'auth.telegram': { 'signed in': 'answered' } },
    },
    'somebody new': {
      ...back(newcomer.id),
      outcomes: {
        ...agreed,
        'auth.telegram': { 'somebody new': 'answered' },
        'auth.telegram_email': letter,
        'auth.code': { 'signed in': 'answered' },
      },
    },
  },
  ends: { 'signed in': { shows: () => says('exchanges.title'), address: /^\/exchanges$/, journal: 'house' } },
});
