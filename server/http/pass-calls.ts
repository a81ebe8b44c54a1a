import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { nameAt } from './calls-at.ts';
import { languageOf, shownLanguage } from './language.ts';
import { checkOrigin } from './origin.ts';
import { AskerLeft, comesAgain, passOn } from './proxy.ts';
import { Refusal } from './refusal.ts';
import { requestFacts, type Bindings } from './request-facts.ts';
import { tellingCall } from './told-call.ts';
import { bareEnvelope, envelopeHeaders, toFailure, toRefusal } from './to-refusal.ts';

interface Front {
  config: Config;
  /** The server behind. */
  origin: string;
  log: Logger;
  metrics: Metrics;
}

/** An answer, and what is said of it where calls are counted. */
interface Told {
  response: Response;
  outcome: string;
}

/** What the server behind may call its answer. */
const name = /^[\w.:-]{1,64}$/;

/** The routes of a server in front of another one: its calls and words are passed on, and each call is told of as one of ours. */
export const passCalls = (app: Hono<Bindings>, { config, origin, log, metrics }: Front): void => {
  const own = randomUUID();

  const refuse = ({ req: { raw: request } }: Context<Bindings>, refusal: Refusal): Told => {
    const locale = shownLanguage(request) ?? languageOf(request, config);
    const body = JSON.stringify(bareEnvelope(toFailure(refusal, locale)));
    return {
      response: new Response(body, { status: refusal.status, headers: envelopeHeaders }),
      outcome: refusal.code,
    };
  };

  const pass = async (c: Context<Bindings>): Promise<Told> => {
    const request = c.req.raw;
    const report = (error: unknown): void =>
      log.error({ err: error, request: c.var.request }, 'a call was not passed on');
    try {
      if (comesAgain(request, own)) {
        report(new Error('API_ORIGIN leads back to this server'));
        throw new Refusal(502, 'unavailable');
      }
      if (request.method === 'POST') checkOrigin(request.headers, config.publicUrl);
      const way = { to: origin, name: own, ip: requestFacts(c, config).ip, publicUrl: config.publicUrl, report };
      const response = await passOn(request, c.env.incoming, way);
      // Whoever looks for an answer finds it in both logs.
      const given = response.headers.get('x-request-id') ?? '';
      if (name.test(given)) {
        c.set('request', given);
        c.set('headers', { ...c.var.headers, 'X-Request-Id': given });
      }
      return { response, outcome: 'passed' };
    } catch (error) {
      if (error instanceof AskerLeft) return { response: new Response(null, { status: 499 }), outcome: 'left' };
      return refuse(c, toRefusal(error, report));
    }
  };

  const tell =
    (answer: (c: Context<Bindings>) => Promise<Told> | Told) =>
    async (c: Context<Bindings>): Promise<Response> => {
      const told = tellingCall(metrics);
      const { response, outcome } = await answer(c);
      const call = nameAt(c.req.raw.method, c.req.path);
      told(log.child({ request: c.var.request, call }), { call, outcome, http: response.status });
      return response;
    };

  app.on(['GET', 'POST'], '/api/*', tell(pass));
  app.all(
    '/api/*',
    tell((c) => refuse(c, new Refusal(404, 'not_found'))),
  );
  app.on(['GET', 'POST'], '/i18n/*', async (c) => (await pass(c)).response);
};
