import type { Observable } from 'rxjs';
import { limits } from '../../contract/limits.ts';
import { listen } from '../platform/listen.ts';
import type { ReadAnswer } from '../transport/send-call.ts';

/** What a person does who is there; and a page that is hidden may never be seen again. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'click', 'visibilitychange'];

/** An answer as it came: something in it waits to be told by what comes late, a number of messages as well. */
const isNews = ({ body }: ReadAnswer): boolean => {
  const { notifications, unread_msgs: unread } = Object(body) as Record<string, unknown>;
  return Object(notifications).length > 0 || Object.values(Object(unread)).some((count) => Number(count) > 0);
};

export interface CalledFor {
  /** What can wait is called for: somebody begins, something is to be told, or the page has stood for a while. */
  when: Promise<void>;
  /** Somebody does something: until then nothing is fetched for where they may go next. */
  begun: Promise<void>;
  now: () => void;
}

/** When what the first screen does not need is fetched. */
export const createCalledFor = (answers: Observable<ReadAnswer>): CalledFor => {
  const called = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const now = () => {
    called.resolve();
    begun.resolve();
  };
  const deaf = listen(document, signs, now);
  const news = answers.subscribe((answer) => isNews(answer) && called.resolve());
  const timer = setTimeout(called.resolve, limits.idlePrefetch);
  void begun.promise.then(deaf);
  void called.promise.then(() => {
    news.unsubscribe();
    clearTimeout(timer);
  });
  return { when: called.promise, begun: begun.promise, now };
};
