import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Answer, CallInput, CallPayload, CallSpec } from '../../contract/call.ts';
import { notWired } from './ports.ts';

/** Invoked by the call's name; the error of such an actor is always a `CallError`. */
export type CallLogic<S extends CallSpec> = PromiseActorLogic<Answer<CallPayload<S>>, CallInput<S>>;

/** A call that a machine may make. It is an empty place until `provideAll` fills it, once, at the start. */
export const call = <S extends CallSpec>(spec: S): CallLogic<S> =>
  Object.assign(
    fromPromise<Answer<CallPayload<S>>, CallInput<S>>(() => Promise.reject(notWired(spec.name))),
    { spec },
  );

/** `actors: { ...calls(exchangeCheck, exchangeSubmit) }`: each call under its own name. */
export const calls = <const Specs extends readonly CallSpec[]>(...specs: Specs) =>
  Object.fromEntries(specs.map((spec) => [spec.name, call(spec)])) as {
    [S in Specs[number] as S['name']]: CallLogic<S>;
  };

export const specOf = (logic: unknown): CallSpec | undefined => (logic as { spec?: CallSpec } | undefined)?.spec;
