import { failure, type Failure } from '../../contract/errors.ts';
import { operation, type Operation } from '../../contract/operation.ts';

/** One answer: its status, its envelope, the cookies that it set as they were written. */
export interface Reply {
  http: number;
  headers: Headers;
  // Each test looks at what it expects of the envelope.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
  setCookies: string[];
  /** The payload of a refusal. @throws when the answer is none. */
  failure: Failure & { fresh?: Operation };
}

interface Extra {
  /** Over those of a page; an empty one is left out. */
  headers?: Record<string, string>;
  method?: string;
  /** A stream is sent as it comes. */
  body?: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array>;
}

/**
 * What a page in a browser would send: its cookies, its origin, the account it believes in and the revision it has
 * applied. Deleting a cookie from `cookies` is what closing the browser or an expiry does.
 */
export class Browser {
  cookies = new Map<string, string>();
  account: string | undefined;
  rev = 0;
  url: string;
  userAgent: string;

  constructor(url: string, userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36') {
    this.url = url;
    this.userAgent = userAgent;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send(path, { headers });
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  form(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  async send(path: string, { headers = {}, method = 'GET', body }: Extra): Promise<Reply> {
    const all: Record<string, string> = {
      'user-agent': this.userAgent,
      'sec-fetch-site': 'same-origin',
      'x-rev': String(this.rev),
      ...(method === 'POST' && { origin: this.url }),
      ...(this.account !== undefined && { 'x-account': this.account }),
      ...(this.cookies.size > 0 && { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...headers,
    };
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      ...(body instanceof ReadableStream && { duplex: 'half' as const }),
      headers: Object.entries(all).filter(([, value]) => value !== ''),
    });
    const setCookies = response.headers.getSetCookie();
    for (const cookie of setCookies) this.keep(cookie);
    const text = await response.text();
    const envelope =
      text !== '' && response.headers.get('content-type')?.startsWith('application/json')
        ? JSON.parse(text)
        : undefined;
    this.apply(envelope);
    return {
      http: response.status,
      headers: response.headers,
      body: envelope,
      text,
      setCookies,
      get failure() {
        const { fresh, ...said } = failure.parse(envelope?.payload);
        return { ...said, ...(fresh === undefined ? {} : { fresh: operation.parse(fresh) }) };
      },
    };
  }

  /** Forgets the session as an expiry would, and keeps what survives it. */
  dropSession(): void {
    this.cookies.delete('session');
  }

  private keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/;\s*Max-Age=0(;|$)/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  private apply(
    envelope: { user?: { is_authenticated: boolean; account_id?: string }; rev?: number } | undefined,
  ): void {
    const account = envelope?.user ? envelope.user.account_id : this.account;
    if (account !== this.account) this.rev = 0;
    this.account = account;
    if (account !== undefined) this.rev = Math.max(this.rev, envelope?.rev ?? 0);
  }
}
