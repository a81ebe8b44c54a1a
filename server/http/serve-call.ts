import type { Context } from 'hono';
import { headers } from '../../contract/envelope.ts';
import type { CallSpec } from '../../contract/call.ts';
import { operation } from '../../contract/operation.ts';
import { timeZoneCookie } from '../../contract/page-cookies.ts';
import { failpointStatement } from '../failpoints.ts';
import type { Account, Readers } from '../scanned.ts';
import type { Ctx, House, RequestFacts, Served } from '../area.ts';
import {
  closeOthers,
  closeSession,
  forget,
  isOpen,
  markShown,
  noteSeen,
  openSession,
  readFacts,
  rememberDays,
  restoreSession,
  shownBy,
  type Facts,
  type From,
  type Opened,
  type Session,
} from '../auth/sessions.ts';
import { nameDevice } from '../auth/device.ts';
import { noteShown } from '../auth/shown-language.ts';
import { settingsOf } from '../auth/site-settings.ts';
import { isToken } from '../auth/tokens.ts';
import { isOperationId } from '../ledger/ids.ts';
import { askAhead } from './ask-ahead.ts';
import { checkInput, closed } from './check-input.ts';
import { createFileTurns } from './file-turns.ts';
import { cookieName, cookieNames, readCookies, writeCookie } from './cookies.ts';
import {
  checkKeys,
  heldRevision,
  readNews,
  toUser,
  type Asked,
  type Keys,
  type KnownNews,
  type Outcome,
} from './envelope.ts';
import { languageOf, shownLanguage } from './language.ts';
import { checkOrigin } from './origin.ts';
import { fieldsOf, readBody } from './read-body.ts';
import { pack } from './pack.ts';
import { Refusal } from './refusal.ts';
import { requestFacts, shownNetwork, type Bindings } from './request-facts.ts';
import { bareEnvelope, envelopeHeaders, toFailure, toRefusal } from './to-refusal.ts';
import { zoneOf } from './zone.ts';

/** What all calls share. */
export interface Service {
  house: House;
  readers: Readers;
  /** Version of the front end that this server serves. */
  fv: string;
}

/** One request on its way from the socket to the answer. */
interface Passage {
  service: Service;
  /** It names this request in whatever it says. */
  log: House['log'];
  request: Request;
  https: boolean;
  cookies: Map<string, string>;
  asked: Asked;
  out: string[];
  /** Who the answer belongs to: the session's account, until a sign-in or a sign-out changes it. */
  account: Account | null;
  /** What opened the call; null for a visitor. */
  session: Session | null;
  /** It is known who asks, nobody included: not while the question failed, nor where nothing was restored on purpose. */
  recognised: boolean;
  /** The session ended while the call was under way: what the browser's cookies hold by now is not known. */
  isLate: boolean;
  /** What the page says that it shows; a page of ours always does. */
  shown: 'ru' | 'en' | undefined;
  /** The language of the answer: the account's, else the page's, else the browser's. */
  locale: 'ru' | 'en';
  /** Null until the site was asked. */
  authType: string | null;
  /** Where a sign-in sends the page, in place of a payload. */
  redirect: string | null;
  keys: Keys;
  /** What the call has read of the account already. */
  known: KnownNews | null;
  /** The operation that the call is about: what an operator looks for. */
  operation: string | undefined;
  /** The one that it has made in the place of that. */
  fresh: string | undefined;
}

/** Answers one call: every outcome is an envelope, and nothing of an inner failure is told. */
export const serveCall = async (
  service: Service,
  served: Served | undefined,
  c: Context<Bindings>,
): Promise<Response> => {
  const leave = service.house.calm.enter();
  try {
    return await serve(service, served, c);
  } finally {
    leave();
  }
};

const serve = async (service: Service, served: Served | undefined, c: Context<Bindings>): Promise<Response> => {
  const started = performance.now();
  const name = served?.spec.name ?? 'unknown';
  const log = service.house.log.child({ request: c.var.request, call: name });
  const passage = begin(service, c.req.raw, log);
  const counted = service.house.metrics.begin();
  const ended = (response: Response, how: string): Response => {
    const ms = performance.now() - started;
    counted({ call: name, outcome: how, http: response.status, seconds: ms / 1_000 });
    const { operation: about, fresh } = passage;
    log.info(
      {
        ...{ outcome: how, http: response.status, ms: Math.round(ms) },
        ...(about !== undefined && { operation: about }),
        ...(fresh !== undefined && { fresh }),
      },
      'call',
    );
    return response;
  };
  let http = 200;
  let retryAfter: number | undefined;
  let outcome: Outcome;
  try {
    const payload = await answer(passage, served, c);
    if (payload instanceof Response) return ended(sendFile(passage, payload, c), 'file');
    const { redirect } = passage;
    outcome =
      redirect === null
        ? { status: 'ok', payload }
        : { status: 'redirect', payload: { status: '302', redirect_url: redirect } };
  } catch (error) {
    const refusal = toRefusal(error, (unexpected) => log.error({ err: unexpected }, 'a call failed'));
    http = refusal.status;
    retryAfter = refusal.details.retryAfter;
    outcome = { status: 'error', payload: toFailure(refusal, passage.locale) };
    // Whoever was not found named what may be anything, and whoever was not let in was not looked at.
    if ([401, 404, 429].includes(http)) passage.operation = undefined;
    passage.fresh = refusal.details.fresh?.id;
  }
  const { told, status, body } = await finish(passage, outcome, http);
  // One record: a list of headers that is changed costs much of an answer.
  const headers = {
    ...c.var.headers,
    ...envelopeHeaders,
    ...(retryAfter !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
  };
  const text = JSON.stringify(body);
  // The length of what is packed tells how much of it says the same. So nothing is in which one person's words stand beside another's secrets.
  const packed =
    served?.how.open === true && !Object.hasOwn(body, 'notifications')
      ? await pack(text, passage.request.headers.get('accept-encoding'))
      : undefined;
  const response = packed
    ? new Response(packed.bytes, { status, headers: { ...headers, 'Content-Encoding': packed.encoding } })
    : new Response(text, { status, headers });
  c.set('headed', true);
  // HEAD asks about an answer and gets none, so it must not lose what the answer would have taken.
  if (passage.request.method !== 'HEAD')
    for (const cookie of passage.out) response.headers.append('Set-Cookie', cookie);
  return ended(response, told);
};

/** A file goes out as it is, without an envelope; it is read while it is sent, and breaks off where the session ends. */
const sendFile = (passage: Passage, content: Response, c: Context<Bindings>): Response => {
  const { log } = passage;
  const breakOff = (error?: unknown): void => {
    if (error === undefined) log.info('a file broke off: its session has ended');
    else log.error({ err: error }, 'a file broke off');
    c.env.outgoing.destroy();
  };
  const file = new Response(content.body && whileOpen(passage, content.body, breakOff), content);
  for (const cookie of passage.out) file.headers.append('Set-Cookie', cookie);
  return file;
};

/** A session that was ended is over within this many ms, also for a call that is under way. */
const lookAgain = 500;

const hasEnded = async ({ service, session }: Passage): Promise<boolean> =>
  session !== null && !(await isOpen(service.house.db, session));

const whileOpen = (
  passage: Passage,
  content: ReadableStream<Uint8Array>,
  breakOff: (error?: unknown) => void,
): ReadableStream<Uint8Array> => {
  const parts = content.getReader();
  let looked = performance.now();
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await parts.read();
        if (performance.now() - looked > lookAgain) {
          looked = performance.now();
          if (await hasEnded(passage)) {
            breakOff();
            return await parts.cancel();
          }
        }
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        breakOff(error);
      }
    },
    cancel: (reason) => parts.cancel(reason),
  });
};

const begin = (service: Service, request: Request, log: House['log']): Passage => {
  const cookies = readCookies(request.headers.get('cookie') ?? undefined);
  const rev = request.headers.get(headers.rev) ?? '';
  const shown = shownLanguage(request);
  return {
    service,
    log,
    request,
    https: service.house.config.publicUrl?.startsWith('https:') ?? false,
    cookies,
    asked: {
      rev: /^\d{1,15}$/.test(rev) ? Number(rev) : 0,
      account: request.headers.get(headers.account) ?? undefined,
    },
    out: [],
    account: null,
    session: null,
    recognised: false,
    isLate: false,
    shown,
    locale: shown ?? languageOf(request, service.house.config),
    authType: null,
    redirect: null,
    keys: {},
    known: null,
    operation: undefined,
    fresh: undefined,
  };
};

const answer = async (passage: Passage, served: Served | undefined, c: Context<Bindings>): Promise<unknown> => {
  const { house } = passage.service;
  if (passage.request.method === 'POST') checkOrigin(passage.request.headers, house.config.publicUrl);
  const from = fromOf(requestFacts(c, house.config));
  const { token, remembered } = tokensOf(passage);
  const shown = shownBy(token, remembered);
  const { asked, locale } = passage;
  const ahead =
    served?.how.ahead &&
    askAhead({
      ...{ ask: served.how.ahead, input: readInput(passage.request, served, c) },
      ...{ shown, asked, locale, db: house.db },
    });
  const known = await (ahead?.first() ?? readFacts(house.db, shown, locale));
  const facts = await recognise(passage, known, { from, remembered });
  passage.authType = facts.authType;
  if (facts.siteBlocked) throw new Refusal(503, 'site_blocked');
  if (served === undefined) throw new Refusal(404, 'not_found');
  const { spec, how } = served;
  checkAccount(passage, spec, how.open === true);
  const payload = await inTurn(passage, spec, async () => {
    const began = performance.now();
    const input = (await (ahead?.input ?? readInput(passage.request, served, c))) as Input;
    passage.operation = operationIn(spec, input.params ?? input.body);
    const took = performance.now() - began;
    if (how.open !== true && took > lookAgain) await refuseEnded(passage);
    // Who sends a body slowly gets no price of the moment at which they began.
    const now = took > lookAgain ? new Date(Date.parse(facts.now) + took).toISOString() : facts.now;
    const ctx = makeCtx(passage, { ...facts, now }, served, c);
    return await served.answer(ahead ? Object.assign(ctx, { ahead: await ahead.found() }) : ctx, input as never);
  });
  if (spec.payload === undefined) throw new Error(`${spec.name} has no payload in the contract`);
  const checked = spec.payload.safeParse(payload);
  if (!checked.success) throw new Error(`${spec.name} breaks the contract: ${JSON.stringify(checked.error.issues)}`);
  passage.operation ??= operationIn(spec, checked.data);
  return house.outside ? house.outside.placed(checked.data) : checked.data;
};

/** The operation of this id, in what a call asks or answers; undefined where the call is about something else. */
const operationIn = ({ payload }: CallSpec, value: unknown): string | undefined => {
  if (payload !== operation) return undefined;
  const { id } = Object(value) as { id?: unknown };
  return typeof id === 'string' && isOperationId(id) ? id : undefined;
};

const fileTurns = createFileTurns();

/** The work itself, or, where files may come along, the turn of the account. */
const inTurn = async <T>({ account }: Passage, { files }: CallSpec, work: () => Promise<T>): Promise<T> =>
  await (files === undefined || account === null ? work() : fileTurns(account.id, work));

/** Where it comes from, as far as it is kept. */
const fromOf = ({ userAgent, ip }: RequestFacts): From => ({ device: nameDevice(userAgent), place: shownNetwork(ip) });

/** What the browser shows of who it is. */
const tokensOf = (passage: Passage): { token: string | undefined; remembered: string | undefined } => {
  const token = cookieOf(passage, cookieNames.session);
  const remembered = cookieOf(passage, cookieNames.remember);
  const restores = isToken(remembered) && passage.request.method !== 'HEAD';
  return { token: isToken(token) ? token : undefined, remembered: restores ? remembered : undefined };
};

/** Who asks: the account of the session that is known, or the one that a remember token restores. HEAD restores nothing. */
const recognise = async (
  passage: Passage,
  known: Facts,
  { from, remembered }: { from: From; remembered: string | undefined },
): Promise<Facts> => {
  const { db } = passage.service.house;
  let facts = known;
  if (facts.account !== null && remembered !== undefined && facts.firstShown) await markShown(db, remembered);
  if (facts.session !== null && facts.unseen) await noteSeen(db, facts.session, from);
  if (facts.account === null && remembered !== undefined && !facts.siteBlocked) {
    const restored = await db.transaction().execute((trx) => restoreSession(trx, remembered, passage.locale, from));
    if (restored) {
      keepSession(passage, restored);
      facts = { ...facts, account: restored.account, session: restored.session };
    }
  }
  passage.account = facts.account;
  passage.session = facts.session;
  passage.recognised = !facts.siteBlocked;
  if (facts.account) passage.locale = languageFor(passage, facts.account);
  return facts;
};

/** A visitor is asked to sign in where that is needed; a POST of a page that believes in another account is refused. */
const checkAccount = (passage: Passage, spec: CallSpec, open: boolean): void => {
  const { account, asked } = passage;
  if (account === null && !open) {
    passage.keys.user = { is_authenticated: false };
    throw new Refusal(401, 'no_session');
  }
  if (spec.method === 'POST' && account !== null && asked.account !== undefined && asked.account !== account.number) {
    throw new Refusal(409, 'account_changed');
  }
};

/**
 * A body can come slowly: whoever sent it may have been signed out meanwhile. Somebody may have signed in since in the
 * same browser, so its cookies stay. @throws Refusal 401 `no_session`.
 */
const refuseEnded = async (passage: Passage): Promise<void> => {
  if (await hasEnded(passage)) throw tooLate(passage);
};

const tooLate = (passage: Passage): Refusal => {
  passage.isLate = true;
  passage.account = null;
  passage.keys.user = { is_authenticated: false };
  return new Refusal(401, 'no_session');
};

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

const readInput = async (request: Request, { spec, how }: Served, c: Context<Bindings>): Promise<Input> => {
  const path = c.req.param();
  const schema = how.params ?? spec.params;
  const params = schema?.safeParse(path);
  if (params?.success === false || Object.values(path).some((value) => value.includes('\0')))
    throw new Refusal(404, 'not_found');
  const body = spec.method === 'POST' ? await readBody(request, spec, c.env.incoming) : undefined;
  return {
    params: params?.data,
    query: spec.query && checkInput(spec.query, fieldsOf(new URL(request.url).searchParams)),
    body: spec.input && checkInput(spec.files === undefined ? spec.input : closed(spec.input), body),
  };
};

const makeCtx = (passage: Passage, facts: Facts, { spec, how }: Served, c: Context<Bindings>): Ctx => {
  const { house } = passage.service;
  // What a visitor may do as well, such as signing in or out, is done whatever became of the session.
  const needed = how.open === true ? null : facts.session;
  return {
    house,
    db: house.db,
    call: spec.name,
    account: facts.account,
    signedInBy:
      facts.session &&
      (facts.session.familyId === null ? `session ${facts.session.id}` : `family ${facts.session.familyId}`),
    session: facts.session?.id ?? null,
    held: heldRevision(passage.asked, facts.account),
    locale: passage.locale,
    now: facts.now,
    authType: facts.authType,
    request: requestFacts(c, house.config),
    log: passage.log,
    async transaction(work) {
      house.failpoints.reach('before BEGIN', spec.name);
      const result = await house.db.transaction().execute(async (trx) => {
        const done = await work(trx);
        // Last of all: the work may have taken long, or waited. No lock is taken: two that end each other would wait for good.
        if (needed && !(await isOpen(trx, needed))) throw tooLate(passage);
        house.failpoints.reach('before COMMIT', spec.name);
        return done;
      });
      house.failpoints.reach('after COMMIT', spec.name);
      return result;
    },
    statement: (work) => failpointStatement(house, spec.name, work),
    knows: (news) => void (passage.known = news),
    cookie: (name) => cookieOf(passage, name),
    setCookie: (name, value, maxAge) => passage.out.push(writeCookie(name, value, passage.https, maxAge)),
    shownLocale: passage.shown ?? passage.locale,
    zone: () => zoneOf(passage.cookies.get(timeZoneCookie)),
    speak: (locale) => void (passage.locale = locale),
    carry: (keys) => void Object.assign(passage.keys, keys),
    async signIn(db, account, remember) {
      await endHere(passage, facts, db);
      const opened = await openSession(db, account.id, remember, fromOf(requestFacts(c, house.config)));
      await noteShown(db, account.id, passage.shown ?? passage.locale);
      return () => {
        keepSession(passage, opened);
        passage.account = account;
        passage.redirect = facts.signInRedirect;
        passage.locale = languageFor(passage, account);
        Object.assign(passage.keys, { user: toUser(account), locale: passage.locale });
        passage.asked = { rev: 0, account: undefined };
      };
    },
    async signOut(db) {
      await endHere(passage, facts, db);
      return () => {
        passage.account = null;
        passage.keys.user = toUser(null);
      };
    },
    async endOthers(db) {
      if (facts.account && facts.session) await closeOthers(db, facts.account.id, facts.session);
    },
  };
};

/** A person's choice goes wherever they sign in, but an address that names the language has the last word. */
const languageFor = ({ service, shown }: Passage, account: Account): 'ru' | 'en' =>
  (service.house.config.localePrefix ? shown : undefined) ?? account.locale;

/** Ends what the browser holds: a sign-in never continues under an old session's id. */
const endHere = async (passage: Passage, facts: Facts, db: House['db']): Promise<void> => {
  if (facts.session) await closeSession(db, facts.session);
  const remembered = cookieOf(passage, cookieNames.remember);
  if (isToken(remembered)) await forget(db, remembered);
};

const keepSession = (passage: Passage, opened: Opened): void => {
  passage.out.push(writeCookie(cookieNames.session, opened.token, passage.https));
  if (opened.remember === undefined) return;
  passage.out.push(writeCookie(cookieNames.remember, opened.remember, passage.https, rememberDays * 86_400));
};

const cookieOf = (passage: Passage, name: Parameters<typeof cookieName>[0]): string | undefined =>
  passage.cookies.get(cookieName(name, passage.https));

/** An answer, and what is said of it where calls are counted. */
interface Finished {
  status: number;
  body: Record<string, unknown>;
  told: string;
}

/** The envelope. When even its news cannot be read, the server's own clock and no news have to do. */
const finish = async (passage: Passage, outcome: Outcome, http: number): Promise<Finished> => {
  const { house, readers, fv } = passage.service;
  let body: Record<string, unknown>;
  let status = http;
  let told: string = outcome.status === 'error' ? outcome.payload.code : outcome.status;
  try {
    const news = await readNews(house, readers, passage);
    const keys = checkKeys({ ...news.keys, ...passage.keys });
    if (keys.user?.is_authenticated === false && !passage.isLate) forgetCookies(passage);
    // Whichever answer comes first and says who is here also says how people sign in: a page goes by both.
    if (keys.user && passage.authType !== null) keys.site_settings ??= settingsOf(passage.authType, house);
    body = { ...outcome, now: news.now, rev: news.rev, ...keys, fv };
  } catch (error) {
    passage.log.error({ err: error }, 'the news of an answer cannot be read');
    // The call itself may have been done: the asker must find out, so this is no refusal.
    const refusal =
      outcome.status === 'error' && http >= 500
        ? outcome.payload
        : toFailure(new Refusal(503, 'unavailable'), passage.locale);
    status = http >= 500 ? http : 503;
    told = refusal.code;
    body = { ...bareEnvelope(refusal), fv };
  }
  return { status, body, told };
};

/** An answer that says "not signed in" also takes the cookies back: the page cannot, they are HttpOnly. */
const forgetCookies = (passage: Passage): void => {
  passage.out = passage.out.filter(
    (cookie) => !cookie.includes(`${cookieNames.session}=`) && !cookie.includes(`${cookieNames.remember}=`),
  );
  for (const name of [cookieNames.session, cookieNames.remember])
    passage.out.push(writeCookie(name, '', passage.https, 0));
};
