import type { TelegramAnswer } from '../../machines/flows/telegram/telegram.context.ts';

const mark = 'tgAuthResult=';

/**
 * What Telegram put behind `#`: no browser sends that to anybody, and it is out of the address when this returns. A page
 * that is loaded anew finds none.
 */
export const readTelegramAnswer = (): Promise<TelegramAnswer> => {
  const answer = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  if (!answer.startsWith(mark)) return Promise.resolve({ kind: 'missing', answer: '' });
  const declined = answer === `${mark}false`;
  return Promise.resolve({ kind: declined ? 'declined' : 'answered', answer: declined ? '' : answer });
};
