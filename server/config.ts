import { resolve } from 'node:path';
import * as z from 'zod';
import { isOwnPath, isPlace } from '../contract/address.ts';
import { limits } from '../contract/limits.ts';
import { themeCookie, timeZoneCookie } from '../contract/page-cookies.ts';
import { usualPageConfig } from '../contract/page-config.ts';
import { productName } from '../contract/product.ts';
import { cookieNames } from './http/cookies.ts';
import { answersAt } from './http/this-machine.ts';

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');
const url = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    );
const namesHost = (value: string): boolean => URL.canParse(value) && new URL(value).hostname !== '';
/** Of an address with a path the path would be lost. */
const origin = url('http:', 'https:').refine((value) => {
  const { href, origin: plain } = URL.canParse(value) ? new URL(value) : { href: '', origin: '' };
  return href === '' || href === `${plain}/`;
}, 'must be an origin like https://example.com, with nothing behind it');

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const segment = '[\\w~-][\\w~.-]*';
const plainHttps = new RegExp(
  `^https://${label}(?:\\.${label})+(?::[1-9]\\d*)?/(?:${segment}(?:/${segment})*/?)?(?:\\?[\\w~.&=/:+,-]*)?$`,
);

/** An https address of plain letters with a public host: the page follows no other. */
const readHttps = (value: string): URL | undefined => {
  if (!/^https:\/\/[^\s\\@]+$/i.test(value) || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return plainHttps.test(url.href) ? url : undefined;
};
const isOrigin = (value: string): boolean => {
  const { origin, href } = readHttps(value) ?? {};
  return origin !== undefined && href === `${origin}/`;
};

const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port < 65_536, 'must be below 65536')
    .default(8080),
  SANDBOX_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port < 65_536, 'must be below 65536')
    .optional(),
  SANDBOX_ORIGIN: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}$/, 'must be an origin like http://127.0.0.1:8090')
    .refine((value) => URL.canParse(value), 'must have a port below 65536')
    .optional(),
  HOST: z.string().min(1, 'must not be empty').default('127.0.0.1'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_POOL: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999')
    .transform(Number)
    .default(10),
  DATA_DIR: z.string().min(1, 'must not be empty').default('.data'),
  DIST_DIR: z.string().min(1, 'must not be empty').default('dist'),
  AUTH_TYPE: z.enum(['password', 'passwordless'], 'must be password or passwordless').default('password'),
  PROVIDERS: z.enum(['sandbox', 'none'], 'must be sandbox or none').default('sandbox'),
  SMTP_URL: url('smtp:', 'smtps:').refine(namesHost, 'must name a host, like smtp://mail.example.com').optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  PRODUCT_NAME: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(60, 'must be at most 60 characters')
    .default(productName),
  PUBLIC_URL: origin.optional(),
  API_ORIGIN: origin.optional(),
  TELEGRAM_BOT_NAME: z
    .string()
    .regex(/^[A-Za-z]\w{4,31}$/, 'must be the name of a bot, like statera_bot')
    .optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{3,20}:[\w-]{20,100}$/, 'must be the token of a bot, like 123456:ABC')
    .optional(),
  SEED_DEMO: flag.optional(),
  TRUST_PROXY: flag.optional(),
  LOCALE_PREFIX: flag.default(usualPageConfig.locale_prefix),
  LOCALE_COOKIE: z
    .string()
    .regex(/^(?!__)[A-Za-z0-9_.-]{1,64}$/, 'must be the name of a cookie, or off')
    .refine(
      (name) => ![themeCookie, timeZoneCookie, ...Object.values<string>(cookieNames)].includes(name),
      'must not be a cookie that the page or the server keeps already',
    )
    .transform((name) => (name === 'off' ? null : name))
    .default(usualPageConfig.locale_cookie),
  LOCALE_DETECTION: flag.default(usualPageConfig.detect_language),
  ROOT_REDIRECT: z
    .string()
    .refine(
      (path) => isOwnPath(path) && isPlace(path.split('?', 1)[0] ?? ''),
      'must be a path of the page, like /exchanges',
    )
    .refine((path) => !/^\/(\?|$)/.test(path), 'must lead elsewhere than to / itself')
    .optional(),
  ROOT_REDIRECT_STATUS: z
    .enum(['301', '302', '303', '307', '308'], 'must be 301, 302, 303, 307 or 308')
    .transform(Number)
    .default(limits.rootRedirectStatus),
  RATE_LISTING_URL: z
    .string()
    .refine((value) => value === 'off' || readHttps(value), 'must be a plain address that starts with https://, or off')
    .transform((value) => (value === 'off' ? null : new URL(value).href))
    .default('https://www.bestchange.com/'),
  ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .refine((values) => values.every(isOrigin), 'must be origins like https://example.com, separated by commas')
    .transform((values) => values.map((each) => new URL(each).origin))
    .default([]),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,200}=*$/, 'must be 16 to 200 letters and digits')
    .optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^([0-9]|[1-5][0-9]|60)$/, 'must be a number from 0 to 60')
    .transform(Number)
    .default(0),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'], 'must be silent, fatal, error, warn, info or debug')
    .default('info'),
  FAILPOINTS: z.string().default(''),
});

/** The names of all environment variables. */
export const variables = Object.keys(schema.shape);

/** What the server is started with. The names of the environment variables are those of `schema`, in the README. */
export interface Config {
  production: boolean;
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Of the sandbox's own pages; 0 takes a free one. */
  sandboxPort: number;
  /** Where another process has them; undefined: this one has its own. */
  sandboxOrigin: string | undefined;
  /** Absent: the embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | undefined;
  databasePool: number;
  /** Absolute. */
  dataDir: string;
  /** Absolute: the built front end. */
  distDir: string;
  /** What a new database begins with; the row in `settings` counts from then on. */
  authType: 'password' | 'passwordless';
  /** Who gives rates and settles: `sandbox` answers by itself, `none` offers nothing. */
  providers: 'sandbox' | 'none';
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  productName: string;
  /** Origin that people see, without a slash at its end. Absent: the address that the request names. */
  publicUrl: string | undefined;
  apiOrigin: string | undefined;
  /** The bot that people sign in by at Telegram. */
  telegram: { name: string; token: string } | undefined;
  seedDemo: boolean;
  trustProxy: boolean;
  /** Addresses of the page begin with the language. */
  localePrefix: boolean;
  /** Where a browser keeps its language; null for nowhere. */
  localeCookie: string | null;
  /** The languages that a browser asks for count. */
  localeDetection: boolean;
  /** Path that a request for `/` is sent on to; undefined: it is answered. */
  rootRedirect: string | undefined;
  rootRedirectStatus: number;
  /** Where the logo of the rate listing leads; null for nowhere. */
  rateListingUrl: string | null;
  /** Origins (`https://host`) that an address given by the server may lead to, that of the rate listing among them. */
  origins: string[];
  /** Whoever shows it may read `/metrics`. */
  metricsToken: string | undefined;
  /** How long a stop says at the healthcheck that it goes, before it takes no request any more. */
  drainSeconds: number;
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug';
  /** `<point>@<call name>`, separated by commas; see `failpoints.ts`. */
  failpoints: string;
}

/** A start that must not happen. The message is one line and names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the environment. An empty variable counts as absent.
 * @throws ConfigError for the first wrong value, and for what production never starts with.
 */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  if (production) refuseInProduction(env);
  if (env.SANDBOX_ORIGIN !== undefined && env.SANDBOX_PORT !== undefined)
    throw new ConfigError('SANDBOX_PORT must be empty beside SANDBOX_ORIGIN: another process has those pages');
  if (env.SMTP_URL !== undefined && env.PUBLIC_URL === undefined) {
    throw new ConfigError('PUBLIC_URL must be set beside SMTP_URL: links in mail lead there');
  }
  if (env.API_ORIGIN !== undefined) refuseItself(env.API_ORIGIN, env);
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    sandboxPort: env.SANDBOX_PORT ?? 0,
    sandboxOrigin: env.SANDBOX_ORIGIN,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    dataDir: resolve(env.DATA_DIR),
    distDir: resolve(env.DIST_DIR),
    authType: env.AUTH_TYPE,
    providers: env.PROVIDERS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    productName: env.PRODUCT_NAME,
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    apiOrigin: env.API_ORIGIN && new URL(env.API_ORIGIN).origin,
    telegram: readBot(env),
    seedDemo: env.SEED_DEMO ?? (!production && env.DATABASE_URL === undefined),
    trustProxy: env.TRUST_PROXY ?? false,
    localePrefix: env.LOCALE_PREFIX,
    localeCookie: env.LOCALE_COOKIE,
    localeDetection: env.LOCALE_DETECTION,
    rootRedirect: env.ROOT_REDIRECT,
    rootRedirectStatus: env.ROOT_REDIRECT_STATUS,
    rateListingUrl: env.RATE_LISTING_URL,
    origins: [...new Set([...env.ORIGINS, ...(env.RATE_LISTING_URL ? [new URL(env.RATE_LISTING_URL).origin] : [])])],
    metricsToken: env.METRICS_TOKEN,
    drainSeconds: env.DRAIN_SECONDS,
    logLevel: env.LOG_LEVEL,
    failpoints: env.FAILPOINTS,
  };
};

/** What this server is asked for would come back to it, until it can open no connection any more. */
const refuseItself = (apiOrigin: string, { HOST: host, PORT: port, PUBLIC_URL }: z.infer<typeof schema>): void => {
  const { origin } = new URL(apiOrigin);
  if (PUBLIC_URL !== undefined && new URL(PUBLIC_URL).origin === origin)
    throw new ConfigError('API_ORIGIN must not be PUBLIC_URL: it names the server behind this one');
  if (answersAt(origin, { host, port }))
    throw new ConfigError('API_ORIGIN must not be HOST and PORT of this server: it names another one behind it');
};

const readBot = ({
  TELEGRAM_BOT_NAME: name,
  TELEGRAM_BOT_TOKEN: token,
}: z.infer<typeof schema>): Config['telegram'] => {
  if (name === undefined && token === undefined) return undefined;
  if (name === undefined) throw new ConfigError('TELEGRAM_BOT_NAME must be set beside TELEGRAM_BOT_TOKEN');
  if (token === undefined) throw new ConfigError('TELEGRAM_BOT_TOKEN must be set beside TELEGRAM_BOT_NAME');
  return { name, token };
};

const refuseInProduction = (env: z.infer<typeof schema>): void => {
  if (env.SEED_DEMO)
    throw new ConfigError('SEED_DEMO must be off in production: demo accounts have published passwords');
  if (env.API_ORIGIN === undefined) refuseWithDatabase(env);
  if (env.PUBLIC_URL === undefined)
    throw new ConfigError('PUBLIC_URL must be set in production: requests and links are checked by it');
  if (new URL(env.PUBLIC_URL).protocol !== 'https:')
    throw new ConfigError('PUBLIC_URL must start with https:// in production: cookies go over nothing else');
  if (env.TRUST_PROXY === undefined)
    throw new ConfigError(
      'TRUST_PROXY must be set in production: 1 behind a proxy, where all people have its address, else 0',
    );
  if (env.SANDBOX_PORT !== undefined)
    throw new ConfigError('SANDBOX_PORT must be empty in production: the pages there take no real money');
  if (env.SANDBOX_ORIGIN !== undefined)
    throw new ConfigError('SANDBOX_ORIGIN must be empty in production: the pages there take no real money');
  if (env.FAILPOINTS !== '') throw new ConfigError('FAILPOINTS must be empty in production: they kill the process');
  if (env.API_ORIGIN === undefined && env.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL must be set in production: the built-in database is for one machine and tests');
};

/** What does not concern a process in front of another server: it moves no money and sends no mail. */
const refuseWithDatabase = (env: z.infer<typeof schema>): void => {
  if (env.PROVIDERS === 'sandbox')
    throw new ConfigError('PROVIDERS must not be sandbox in production: its money is not real');
  if (env.SMTP_URL === undefined)
    throw new ConfigError('SMTP_URL must be set in production: sign-in codes go by e-mail');
  if (env.MAIL_FROM === undefined) throw new ConfigError('MAIL_FROM must be set in production: mail needs a sender');
};
