import type { Observable } from 'rxjs';
import { added } from '../../contract/limits.ts';
import { listen } from '../platform/listen.ts';
import type { ReadAnswer } from '../transport/send-call.ts';

/** What a person does who is there; and a page that is hidden may never be seen again. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'click', 'visibilitychange'];

/** An answer as it came: something in it waits to be told by what comes late. A count of what is unread is no news that anybody waits for. */
const isNews = ({ body }: ReadAnswer): boolean => Object(Object(body).notifications).length > 0;

/** Until then nothing is fetched that the screen does not need. */
export interface CalledFor {
  when: Promise<void>;
  now: () => void;
}

/**
 * What can wait is called for when somebody begins to do something, when there is something to tell, and at last of itself:
 * a person who only looks at a screen is spared what it does not need.
 */
export const createCalledFor = (answers: Observable<ReadAnswer>): CalledFor => {
  const { promise: when, resolve } = Promise.withResolvers<void>();
  const now = () => resolve();
  const deaf = listen(document, signs, now);
  const news = answers.subscribe((answer) => isNews(answer) && now());
  const timer = setTimeout(now, added.untouched);
  void when.then(() => {
    deaf();
    news.unsubscribe();
    clearTimeout(timer);
  });
  return { when, now };
};
