import type { ExchangeAsk } from '../../contract/calls/exchange.ts';
import { added } from '../../contract/limits.ts';
import type { Operation, OperationStatus } from '../../contract/operation.ts';
import { formAsked, pairAsked, samplePairs } from '../../machines/form/exchange.samples.ts';
import { sampleOperation } from '../../machines/operation/operation.samples.ts';
import { person, settings, total, visitor, wallets } from '../../machines/root/house.samples.ts';

/** An answer before it is JSON. */
export interface Said {
  statusCode: number;
  body: Record<string, unknown>;
}

/** The moment at which the page's clock stood at 0. */
export const beginning = Date.parse('2026-01-15T00:00:00.000Z');

interface Sent {
  operation: Operation;
  /** Page's clock, ms; undefined while it was only checked. */
  submitted?: number;
}

const pageSize = 10;

/**
 * A server small enough to live inside a test: one person, good answers for every call that is built, on the clock that
 * it is given (ms). An exchange settles so many ms after it was confirmed. A call that it does not know is refused as one that is not there.
 */
export function createFakeServer(now: () => number, settles = 40_000) {
  const operations: Sent[] = [];
  let signedIn = true;
  let fv = '1';
  let rev = 1;
  let made = 0;

  const time = (at = now()) => new Date(beginning + at).toISOString();
  const say = (payload: unknown, keys: Record<string, unknown> = {}): Said => ({
    statusCode: 200,
    body: { status: 'ok', now: time(), rev: signedIn ? rev : 0, fv, payload, ...keys },
  });
  const refuse = (statusCode: number, code: string, keys: Record<string, unknown> = {}): Said => ({
    statusCode,
    body: { status: 'error', now: time(), rev: 0, fv, payload: { code, message: code }, ...keys },
  });
  const user = () => (signedIn ? person : visitor);
  const money = () => (signedIn ? { wallets, total_balance: total } : {});

  const statusOf = ({ operation, submitted }: Sent): OperationStatus => {
    if (submitted === undefined) return time() >= operation.expires_at ? 'expired' : 'open';
    return now() - submitted < settles ? 'processing' : 'completed';
  };
  const told = (sent: Sent): Operation => {
    const status = statusOf(sent);
    const steps: OperationStatus[] = sent.submitted === undefined ? ['open'] : ['open', 'processing'];
    return {
      ...sent.operation,
      status,
      timeline: [...new Set([...steps, status])].map((step) => ({ status: step, at: sent.operation.created_at })),
      ...(status === 'expired' ? { reason: 'quote_expired' } : {}),
    };
  };
  const find = (id: string | undefined) => operations.find(({ operation }) => operation.id === id);

  const check = ({ src, dst, side, amount }: ExchangeAsk): Said => {
    const pair = samplePairs.find((each) => each.src.code === src && each.dst.code === dst);
    if (!pair) return refuse(422, 'pair_unavailable');
    made += 1;
    const id = `op${String(made).padStart(19, '0')}`;
    const sent: Sent = {
      operation: sampleOperation('open', {
        id,
        give_currency: pair.src,
        get_currency: pair.dst,
        asked: { side, amount },
        created_at: time(),
        expires_at: time(now() + added.quoteLifetime),
        submit_path: `/exchange/confirm/${id}`,
      }),
    };
    operations.push(sent);
    return say(told(sent));
  };

  const submit = (id: string | undefined): Said => {
    const sent = find(id);
    if (!sent) return refuse(404, 'not_found');
    if (statusOf(sent) === 'expired') return refuse(409, 'quote_expired');
    if (sent.submitted === undefined) {
      sent.submitted = now();
      rev += 1;
    }
    return say(told(sent), money());
  };

  const history = (cursor: string | undefined): Said => {
    const sent = operations.filter((each) => each.submitted !== undefined).toReversed();
    const from = Number(cursor ?? 0);
    const items = sent.slice(from, from + pageSize).map(told);
    return say({ items, next: from + pageSize < sent.length ? String(from + pageSize) : null });
  };

  const signs = (into: boolean): Said => {
    signedIn = into;
    rev += 1;
    return say({}, { user: user(), ...money() });
  };

  const underWay = (): Said => say({ items: operations.filter((each) => statusOf(each) === 'processing').map(told) });

  const hidden = ['exchange.check', 'exchange.submit', 'exchange.status', 'exchange.history', 'operation.in_progress'];

  return {
    /** Calls that it refused because it does not know them. */
    unknown: new Set<string>(),
    /** The session ends without a word; the next answer says so. */
    loseSession: () => void (signedIn = false),
    deploy: (version: string) => void (fv = version),
    submissions: () => operations.filter(({ submitted }) => submitted !== undefined).length,
    answer(name: string, input: unknown): Said {
      const { query, body, params } = (input ?? {}) as {
        query?: Record<string, string>;
        params?: Record<string, string>;
        body?: Record<string, unknown>;
      };
      if (!signedIn && hidden.includes(name)) return refuse(401, 'no_session', { user: visitor });
      switch (name) {
        case 'auth.check':
          return say({}, { user: user(), locale: 'ru', site_settings: settings, ...money() });
        case 'auth.login_by_password':
          return signs(true);
        case 'auth.logout':
          return signs(false);
        case 'lang.set':
          return say({});
        case 'content.menu':
          return say({
            main_menu: [{ url: '/exchanges', title: 'Exchange', order: 1, icon_url: '/icons/exchange.svg' }],
          });
        case 'exchange.list':
          return say(pairAsked({ input: { query: query ?? {} } } as never).payload);
        case 'history.currencies':
          return say({ items: samplePairs.map(({ src }) => src) });
        case 'exchange.form':
          return say(formAsked({ input } as never).payload);
        case 'exchange.landing': {
          const { give, get, fee, rate } = sampleOperation('open').terms;
          return say({ give, get, fee, rate });
        }
        case 'exchange.check':
          return check(body as unknown as ExchangeAsk);
        case 'exchange.submit':
          return submit(body?.['id'] as string);
        case 'exchange.status': {
          const sent = find(params?.['id']);
          return sent ? say(told(sent)) : refuse(404, 'not_found');
        }
        case 'exchange.history':
          return history(query?.['cursor']);
        case 'operation.in_progress':
          return underWay();
        default:
          this.unknown.add(name);
          return refuse(404, 'not_found');
      }
    },
  };
}
export type FakeServer = ReturnType<typeof createFakeServer>;
