import { headers } from '../../contract/envelope.ts';
import type { House, RequestFacts } from '../area.ts';
import { nameDevice } from '../auth/device.ts';
import { isOpen, type From, type Session } from '../auth/sessions.ts';
import type { Account, Readers } from '../scanned.ts';
import { cookieName, readCookies } from './cookies.ts';
import type { Asked, Keys, KnownNews } from './envelope.ts';
import { languageOf, shownLanguage } from './language.ts';
import { shownNetwork } from './request-facts.ts';

/** What all calls share. */
export interface Service {
  house: House;
  readers: Readers;
  /** Version of the front end that this server serves. */
  fv: string;
}

/** One request on its way from the socket to the answer. */
export interface Passage {
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

export const begin = (service: Service, request: Request, log: House['log']): Passage => {
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

/** A person's choice goes wherever they sign in, but an address that names the language has the last word. */
export const languageFor = ({ service, shown }: Passage, account: Account): 'ru' | 'en' =>
  (service.house.config.localePrefix ? shown : undefined) ?? account.locale;

/** Where it comes from, as far as it is kept. */
export const fromOf = ({ userAgent, ip }: RequestFacts): From => ({
  device: nameDevice(userAgent),
  place: shownNetwork(ip),
});

/** A session that was ended is over within this many ms, also for a call that is under way. */
export const lookAgain = 500;

export const hasEnded = async ({ service, session }: Passage): Promise<boolean> =>
  session !== null && !(await isOpen(service.house.db, session));

export const cookieOf = (passage: Passage, name: Parameters<typeof cookieName>[0]): string | undefined =>
  passage.cookies.get(cookieName(name, passage.https));
