import {
  fromEventObservable,
  fromPromise,
  type EventObject,
  type NonReducibleUnknown,
  type ObservableActorLogic,
  type PromiseActorLogic,
} from 'xstate';
import { NEVER } from 'rxjs';

/**
 * What a machine may ask of the world besides calls. Each is an empty place with a name; `provideAll` fills it once at
 * the start, a replay and a path leave it empty.
 */
export const notWired = (name: string) => ({ name: 'NotWired', message: `${name} is not wired`, code: 'not_wired' });

/** A question with one answer (clipboard, draft, permission): a promise that rejects with `{ name, message, code }`. */
export const ask = <Output, Input>(port: string): PromiseActorLogic<Output, Input> =>
  Object.assign(
    fromPromise<Output, Input>(() => Promise.reject(notWired(port))),
    { port },
  );

/** A stream of typed events (address, ticks, online). It never errors and never ends. */
export const source = <E extends EventObject, Input extends NonReducibleUnknown = NonReducibleUnknown>(
  port: string,
): ObservableActorLogic<E, Input, E> =>
  Object.assign(
    fromEventObservable<E, Input, E>(() => NEVER),
    { port },
  );

/** Something done and forgotten (write the address, keep a draft). Nothing comes back, so nothing may depend on it. */
export const effect = <Params = undefined>(port: string) =>
  Object.assign((_: unknown, _params: Params) => {}, { port });

export const portOf = (value: unknown): string | undefined => (value as { port?: string } | undefined)?.port;
