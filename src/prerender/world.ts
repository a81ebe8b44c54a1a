import { NEVER } from 'rxjs';
import type { World } from '../../machines/root/provide.ts';
import { createScanner } from '../../machines/scanner/scan-responses.ts';
import type { LooseInput } from '../transport/call-url.ts';
import { createFirstSends } from '../transport/send-at-first.ts';
import { createTransport } from '../transport/send-call.ts';

interface Still {
  world: World;
  /** Answers on hand that nobody has asked for yet. */
  left: () => number;
}

/** A world in which only the answers on hand are given, nothing else ever happens, and nothing has an effect. */
export const stillWorld = (answers: Readonly<Record<string, unknown>>, locale: string, at: number): Still => {
  const scanner = createScanner();
  const { send, left } = createFirstSends(answers, () => new Promise(() => {}));
  const transport = createTransport({ held: scanner.held, language: () => locale, now: () => at, by: send });
  const sources: World['sources'] = { responses: () => scanner.signals(transport.responses$) };
  return {
    left,
    world: {
      call: (spec, input, signal) => transport.sendCall(spec, input as LooseInput | undefined, signal as AbortSignal),
      // What else is asked for is found among the sources, and never answered.
      asks: {
        'flow.load': ({ flow }: { flow: string }) => Promise.resolve({ flow }),
        'letter.read': () => Promise.resolve({ kept: null, at }),
      },
      sources: new Proxy(sources, { get: (own, name: string) => own[name] ?? (() => NEVER) }),
      effects: new Proxy({} as World['effects'], { get: () => () => {} }),
    },
  };
};
