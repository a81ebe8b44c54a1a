/** Verbs as a setup takes them among its own: by what each is given, whatever XState knows of them besides. */
type Verb<Context, Params> = (_: { context: Context }, params: [Params] extends [never] ? undefined : Params) => void;

/** Verbs that several charts share, each for whatever context has what it reads: `verbs<Context>()({ … })`. */
export const verbs =
  <Context>() =>
  <T extends Record<string, (_: never, params: never) => void>>(all: T) =>
    all as unknown as {
      [K in keyof T]: T[K] extends (_: never, params: infer Params) => void ? Verb<Context, Params> : never;
    };
