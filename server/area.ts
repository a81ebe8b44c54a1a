import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import type { CallPayload, CallSpec } from '../contract/call.ts';
import type { FactsRow, Shown } from './auth/sessions.ts';
import type { Calm } from './calm.ts';
import type { Config } from './config.ts';
import type { Db, Pool } from './db/db.ts';
import type { Failpoints } from './failpoints.ts';
import type { CookieName } from './http/cookies.ts';
import type { Keys, KnownNews } from './http/envelope.ts';
import type { Html } from './http/plain-page.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Outside } from './providers/outside.ts';
import type { Providers } from './providers/provider.ts';
import type { Account, Readers } from './scanned.ts';

/** What lives as long as the server. */
export interface House {
  config: Config;
  db: Db;
  /** The same connections, for a library that speaks to the database itself. */
  pool: Pool['pool'];
  log: Logger;
  metrics: Metrics;
  failpoints: Failpoints;
  /** Whether requests leave room for what runs beside them. */
  calm: Calm;
  /** The sandbox that plays the world outside; absent where real providers are, or none. */
  outside?: Outside;
  /** Whoever executes orders, takes payments and knows cards, by name. */
  providers: Providers;
  /** In the transaction that made an account: each area gives it what it needs from the first day. */
  welcome(db: Db, accountId: string): Promise<void>;
}

/** Facts of one request. */
export interface RequestFacts {
  ip: string;
  /** A proxy says that it hands on what somebody else asks: `ip` may be that of the proxy. */
  isHandedOn: boolean;
  userAgent: string;
  /** It asks for what it would be told, or another site led here (HEAD, a link): nothing may happen because of it. */
  idle: boolean;
  /** Where links lead: the published origin, else the host that the request names. */
  origin: string;
}

/** What a call may use. */
export interface Ctx {
  house: House;
  db: Db;
  /** The call's name. */
  call: string;
  /** Who is signed in; never null in a call that needs a session. */
  account: Account | null;
  /** What stays the same in every session that came from one sign-in; null for a visitor. */
  signedInBy: string | null;
  /** The session that opened the call; null for a visitor. */
  session: string | null;
  /** The last revision of the account that the page has applied, 0 for none: its answer brings what changed since. */
  held: number;
  /** The language of the answer, which the page is going to show: the account's, else the page's, else the browser's. */
  locale: 'ru' | 'en';
  /** The language that the page shows at this moment, for what it asks again whenever that changes. */
  shownLocale: 'ru' | 'en';
  /** In which zone of the IANA database the browser's clock is; `UTC` where it does not say, or says none. */
  zone(): string;
  /** From here on the answer is in this language. */
  speak(locale: 'ru' | 'en'): void;
  /** Database time when the call began, RFC 3339 UTC. */
  now: string;
  /** `password` or `passwordless`, as set when the call began. */
  authType: string;
  request: RequestFacts;
  log: Logger;
  /**
   * One transaction (read committed) with the call's failpoints before BEGIN, before COMMIT and after COMMIT.
   * What is thrown inside rolls it back, and so does a session that has ended meanwhile, in a call that needs one.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * The same for one statement that is a transaction of its own, and looks after the session itself. Nothing was done when
   * it answers undefined.
   */
  statement<T>(work: (db: Db) => Promise<T | undefined>): Promise<T | undefined>;
  /** Tells what the answer brings of the account, for whoever has read it with what was done. */
  knows(news: KnownNews): void;
  cookie(name: CookieName): string | undefined;
  /** `maxAge` in seconds; absent: until the browser closes; 0 removes it. Sent with whatever the answer turns out to be. */
  setCookie(name: CookieName, value: string, maxAge?: number): void;
  /** Puts scanned keys into the answer, besides those that its revision brings. */
  carry(keys: Keys): void;
  /**
   * Opens a new session in `db` and ends the one that the browser had. What it returns is called when the transaction
   * is through: from then on the answer belongs to that account and carries `user` and every key.
   */
  signIn(db: Db, account: Account, remember: boolean): Promise<() => void>;
  /** Ends the session and the remember tokens that the browser holds; used like `signIn`. */
  signOut(db: Db): Promise<() => void>;
  /** Ends every other session of the person, and every remember token; this browser gets other tokens. Used like `signIn`. */
  endOthers(db: Db): Promise<() => void>;
}

/** A call whose guard has seen a session. */
export type SignedInCtx = Ctx & { account: Account };

type Part<
  S extends CallSpec,
  K extends 'params' | 'query' | 'input',
  As extends string,
  Else,
> = S[K] extends z.ZodMiniType ? { [P in As]: z.output<S[K]> } : { [P in As]: Else };

/** `params` of the path, `query` and `body`, each as the contract's schema gives it; undefined where it has none. */
export type Input<S extends CallSpec> = Part<S, 'params', 'params', undefined> &
  Part<S, 'query', 'query', undefined> &
  Part<S, 'input', 'body', undefined>;

/** How a call is served when the contract leaves it open. */
export interface How {
  /** Visitors may call it too. Without it a visitor gets 401 `no_session`. */
  open?: boolean;
  /** Where a call with a given path answers: `/api/exchange/confirm/:id`. Other calls answer at the contract's path. */
  at?: string;
  /** Schema of the parameters of `at`. A path that fails it is 404. */
  params?: z.ZodMiniType;
  /** Its context has `ahead` then. */
  ahead?: Ahead<unknown>;
}

/**
 * Asks who asks, and in the same question what the answer is decided by: one way to the database less. The input has passed
 * the contract's schemas; whose it is about is only known with the answer. `ahead` is undefined where it says nothing.
 */
export type Ahead<Seen> = (
  db: Db,
  asker: Shown & { held: number },
  input: never,
) => Promise<{ row: FactsRow | undefined; ahead: Seen | undefined }>;

/** One call of the contract with what answers it. */
export interface Served {
  spec: CallSpec;
  how: How;
  // The types of input and payload are checked by `handle` and gone here: a list of calls has no common type for them.
  answer: (ctx: Ctx, input: never) => Promise<unknown>;
}

/** For tests and the curious: POST of JSON, outside production, loopback only. What it answers is sent as JSON. */
export interface DevTool {
  path: `/dev/${string}`;
  body: z.ZodMiniType;
  // Checked by `devTool`, as with `Served`.
  act: (house: House, body: never) => Promise<unknown>;
  /** The same at hand, for a browser: its forms are posted to the tool, and lead back here. */
  page?: (house: House) => Promise<Html>;
}

export const devTool = <B extends z.ZodMiniType>(
  path: DevTool['path'],
  body: B,
  act: (house: House, body: z.output<B>) => Promise<unknown>,
  page?: DevTool['page'],
): DevTool => ({ path, body, act, ...(page && { page }) });

/** One part of the server: its calls, the scanned keys it knows the truth of, what runs beside the requests. */
export interface Area {
  name: string;
  calls: Served[];
  readers?: Readers;
  dev?: DevTool[];
  /** In the transaction that made an account. */
  welcome?: (db: Db, accountId: string) => Promise<void>;
  /** After the migrations and before the first request, one process at a time. Run at every start: it changes nothing twice. */
  prepare?: (house: House) => Promise<void>;
  /** Starts a worker; what it returns stops it and waits for its last step. */
  start?: (house: House) => () => Promise<void>;
}

type Params<H extends How> = H extends { params: infer P extends z.ZodMiniType } ? { params: z.output<P> } : unknown;
type Context<H extends How> = (H extends { open: true } ? Ctx : SignedInCtx) &
  (H extends { ahead: Ahead<infer Seen> } ? { ahead: Seen | undefined } : unknown);

/**
 * Serves one call of the contract. `answer` gets input that has passed the contract's schemas and gives the payload,
 * which is checked against the contract before it is sent; it throws `Refusal` to say no.
 */
export const handle = <S extends CallSpec, const H extends How = {}>(
  spec: S,
  answer: (
    ctx: Context<H>,
    input: H extends { params: z.ZodMiniType } ? Omit<Input<S>, 'params'> & Params<H> : Input<S>,
  ) => Promise<CallPayload<S>>,
  how?: H,
): Served => ({ spec, how: how ?? {}, answer: answer as unknown as Served['answer'] });
