import { Observable, type OperatorFunction } from 'rxjs';
import type { Signal } from '../root/events.ts';
import { forgotten, nothingHeld, revOf, scan, type Answered } from './scan.ts';

export interface Scanner {
  /**
   * What the next request says in `X-Rev` and `X-Account`. Whose page it was is said on where a session has ended: what still
   * waits on it goes to nobody else, whoever signs in meanwhile.
   */
  held(): { rev: number; account: string | null };
  /** The signals of each answer, in the order of `scan`, at once. Never errs: what cannot be read is a signal. */
  signals(responses: Observable<Answered>): Observable<Signal>;
  /**
   * The person left: the page is nobody's, nothing of theirs is held, and all of it is asked for anew. `issued` is the highest
   * number of a request that was given by then: what is still on its way was asked while they were here.
   */
  forget(issued: number): void;
}

/** Each value becomes the list's values, at once and in order: RxJS's own flattening brings much that is not needed here. */
const spread =
  <From, To>(list: (value: From) => To[]): OperatorFunction<From, To> =>
  (source) =>
    new Observable((listener) =>
      source.subscribe({
        next: (value) => list(value).forEach((item) => listener.next(item)),
        error: (error: unknown) => listener.error(error),
        complete: () => listener.complete(),
      }),
    );

/** One a page: it remembers what the page holds from answer to answer. */
export function createScanner(): Scanner {
  let held = nothingHeld;
  let whose: string | null = null;
  const read = (answer: Answered): Signal[] => {
    try {
      const result = scan(held, answer);
      held = result.held;
      whose = held.account ?? whose;
      return result.signals;
    } catch (error) {
      return [{ type: 'signal.malformed', call: answer.call, key: 'body', why: String(error), seq: answer.seq }];
    }
  };
  return {
    held: () => ({ rev: revOf(held), account: whose }),
    signals: (responses) => responses.pipe(spread(read)),
    forget: (issued) => {
      held = forgotten(held, issued);
      whose = null;
    },
  };
}
