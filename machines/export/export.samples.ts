import type { Outcomes } from '../model.ts';
import { answered, failures, refused } from '../operation/operation.samples.ts';
import { codeOutcomes } from '../sign-in/sign-in.samples.ts';

/** How the call that gives a file may end, by its name. */
export const exportOutcomes = (call: string): Record<string, Outcomes> => ({
  [call]: {
    done: { 'the file is saved': answered(null) },
    error: {
      'a wait': refused('wait_before_retry', 429, { retryAfter: 30 }),
      'nobody is signed in': refused('no_session', 401),
      ...failures,
    },
  },
  'clock.ticks': codeOutcomes['clock.ticks'],
});

export const exportWords = {
  'export.means': { en: 'another file is meant', ru: 'нужен другой файл' },
  'user.export wanted': { en: 'take the file', ru: 'скачайте файл' },
  'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  'port.online': { en: 'the line is back', ru: 'связь вернулась' },
};
