import type { Context } from 'hono';
import type { CallSpec } from '../../contract/call.ts';
import { operation } from '../../contract/operation.ts';
import type { Served } from '../area.ts';
import { readFacts, shownBy } from '../auth/sessions.ts';
import { settingsOf } from '../auth/site-settings.ts';
import { isOperationId } from '../ledger/ids.ts';
import { askAhead } from './ask-ahead.ts';
import { mediaType, multipart } from './calls-at.ts';
import { checkInput, closed } from './check-input.ts';
import { checkKeys, readNews, type Outcome } from './envelope.ts';
import { createFileTurns, type FileWork, type Hold } from './file-turns.ts';
import { makeCtx } from './make-ctx.ts';
import { checkOrigin, refuseOtherSites } from './origin.ts';
import { pack } from './pack.ts';
import { begin, fromOf, lookAgain, type Passage, type Service } from './passage.ts';
import { fieldsOf, readBody } from './read-body.ts';
import { checkAccount, forgetCookies, recognise, refuseEnded, tokensOf } from './recognise.ts';
import { Refusal } from './refusal.ts';
import { requestFacts, type Bindings } from './request-facts.ts';
import { sendFile } from './send-file.ts';
import { tellingCall } from './told-call.ts';
import { bareEnvelope, envelopeHeaders, toFailure, toRefusal } from './to-refusal.ts';

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
  const name = served?.spec.name ?? 'unknown';
  const log = service.house.log.child({ request: c.var.request, call: name });
  const passage = begin(service, c.req.raw, log);
  const tell = tellingCall(service.house.metrics);
  const ended = (response: Response, how: string): Response => {
    const { operation: about, fresh } = passage;
    tell(
      log,
      { call: name, outcome: how, http: response.status },
      {
        ...(about !== undefined && { operation: about }),
        ...(fresh !== undefined && { fresh }),
      },
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
    outcome = { status: 'error', payload: toFailure(refusal, passage.locale, served?.how.open ?? true) };
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

const answer = async (passage: Passage, served: Served | undefined, c: Context<Bindings>): Promise<unknown> => {
  const { house } = passage.service;
  if (passage.request.method === 'POST') checkOrigin(passage.request.headers, house.config.publicUrl);
  if (served?.spec.gives === 'file') refuseOtherSites(passage.request.headers);
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
  // Before it is read: who sends a body slowly, or waits for other calls of theirs, gets no price of the moment at which they began.
  const began = performance.now();
  const payload = await withFiles(passage, spec, async (hold, turn) => {
    const input = (await (ahead?.input ?? readInput(passage.request, served, c, hold))) as Input;
    passage.operation = operationIn(spec, input.params ?? input.body);
    return await turn(async () => {
      const took = performance.now() - began;
      if (how.open !== true && took > lookAgain) await refuseEnded(passage);
      const now = took > lookAgain ? new Date(Date.parse(facts.now) + took).toISOString() : facts.now;
      const ctx = makeCtx(passage, { ...facts, now }, served, c);
      return await served.answer(ahead ? Object.assign(ctx, { ahead: await ahead.found() }) : ctx, input as never);
    });
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

/** The work itself, which holds nothing and waits for nobody; a form with files is held and answered by the measure of its account. */
const withFiles = async <T>({ account, request }: Passage, { files }: CallSpec, work: FileWork<T>): Promise<T> =>
  await (files !== undefined && account !== null && mediaType(request.headers.get('content-type')) === multipart
    ? fileTurns(account.id, work)
    : work(
        () => {},
        (answer) => answer(),
      ));

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

const readInput = async (
  request: Request,
  { spec, how }: Served,
  c: Context<Bindings>,
  hold?: Hold,
): Promise<Input> => {
  const path = c.req.param();
  const schema = how.params ?? spec.params;
  const params = schema?.safeParse(path);
  if (params?.success === false || Object.values(path).some((value) => value.includes('\0')))
    throw new Refusal(404, 'not_found');
  const body = spec.method === 'POST' ? await readBody(request, spec, c.env.incoming, hold) : undefined;
  return {
    params: params?.data,
    query: spec.query && checkInput(spec.query, fieldsOf(new URL(request.url).searchParams)),
    body: spec.input && checkInput(spec.files === undefined ? spec.input : closed(spec.input), body),
  };
};

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
