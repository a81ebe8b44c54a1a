import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocaleCode } from '../../contract/entities.ts';
import { headers } from '../../contract/envelope.ts';
import { themeCookie } from '../../contract/page-cookies.ts';
import { firstAnswer, type FirstPage, type Pieces, type Plan, type Renderer } from '../../contract/first-page.ts';
import type { Config } from '../config.ts';
import { within } from '../within.ts';
import { madeText, respond, type Asset } from './asset.ts';
import { cookieName, cookieNames, readCookies } from './cookies.ts';
import { pageLinks } from './page-links.ts';
import type { Places } from './places.ts';
import { usedStyles } from './used-styles.ts';
import { words } from './words.ts';

/** How a page of ours asks this server. */
type Ask = (request: Request) => Promise<Response>;

interface Options {
  /** Where the build lies. */
  dist: string;
  /** The page as it is served to everybody else. */
  page: string;
  places: Places;
  config: Pick<Config, 'publicUrl' | 'productName'>;
  ask: Ask;
  onError: (error: unknown) => void;
}

/** Pages that are rendered ahead, for a browser that brings nobody's cookie, and awaits no code: that page opens elsewhere. */
export interface VisitorPages {
  /** The inline script of all of them, in HTML, for the policy that lets it run. */
  inline: string;
  /** With the inline styles of this one. Undefined: this request gets the page that is everybody's. */
  serve(request: Request): Promise<{ response: Response; style: string } | undefined>;
  /** Of the page that is everybody's: what its screen takes, as a `Link` header; undefined where that is not known. */
  ahead(request: Request): Promise<string | undefined>;
}

/** What a page is compared by: of the moment of an answer it tells no more than the year, and is drawn anew each day. */
const contentOf = (answers: FirstPage['answers']): string =>
  JSON.stringify(answers, (key, value: unknown) => (key === 'now' ? String(value).slice(0, 10) : value));

/** How long an answer of ours is believed before it is asked for again, in ms; how long a page that could not be drawn is left alone. */
const fresh = 1_000;
const patience = 30_000;
/** How long whoever comes waits for them, in ms: then a page is what it was, or the one that is everybody's, which tells what does not come. */
const longestAsking = 2_000;

/** A page that somebody asks for, and what draws it. */
interface Wanted {
  renderer: Renderer;
  plan: Plan;
  locale: LocaleCode;
  /** As the browser's cookie has it: the first frame is drawn before any script. */
  theme: 'light' | 'dark' | undefined;
}

interface Made {
  asset: Asset;
  style: string;
  /** Addresses that it links to. */
  links: ReadonlySet<string>;
}

interface Kept {
  /** Nobody looks again before that moment of this process's clock, in ms. */
  until: number;
  /** Empty where nobody knows what it would say. */
  content: string;
  made: Made | undefined;
}

const nothing = { content: '', made: undefined };

/** What the build made for pages of visitors; undefined where it made nothing, or not for this page. */
const readBuild = (dist: string, page: string) => {
  const read = (name: string) => readFileSync(join(dist, '.vite', name), 'utf8');
  if (!['prerender.mjs', 'early.js', 'pieces.json'].every((name) => existsSync(join(dist, '.vite', name))))
    return undefined;
  const pieces = JSON.parse(read('pieces.json')) as Pieces;
  if (!page.includes(`"${pieces.first}"`)) return undefined;
  const styleOf = (path: string) => readFileSync(join(dist, path.slice(1)), 'utf8').trim();
  const css = Object.fromEntries(
    Object.entries(pieces.pages).map(([name, { styles }]) => [name, styles.map(styleOf).join('\n')]),
  );
  const failed = /<section role="alert">([\s\S]*?)<\/section>/.exec(page)?.[1] ?? '';
  // This page has words in its own language.
  const failedIn = (locale: LocaleCode): string =>
    new RegExp(`<p lang="${locale}">[^]*?</p>`).exec(failed)?.[0] ?? failed;
  return {
    pieces,
    css,
    early: read('early.js'),
    head: page
      .slice(0, page.indexOf('</head>'))
      .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
      .replaceAll(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, ''),
    failedIn: (locale: LocaleCode) => `<section id="failed" role="alert" hidden>${failedIn(locale)}</section>`,
  };
};

/** JSON within a script: nothing in it ends the script. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Renders the pages of visitors when they are first asked for, and again when what they say has changed: the menus, the
 * settings, the texts. Undefined when the build made nothing to render them with.
 */
export const createVisitorPages = ({ dist, page, places, config, ask, onError }: Options): VisitorPages | undefined => {
  const build = readBuild(dist, page);
  if (!build) return undefined;
  const https = config.publicUrl?.startsWith('https:') ?? false;
  const origin = config.publicUrl ?? 'http://localhost';
  const kept = new Map<string, Kept>();
  const lookings = new Map<string, Promise<Made | undefined>>();

  /** Side by side: whoever waits for the page waits for the slowest of them, and not for their sum. */
  const answersOf = async ({ plan, locale }: Wanted): Promise<FirstPage['answers'] | undefined> => {
    const responses = await Promise.all(
      plan.asks.map(({ method, path, body }) =>
        ask(
          new Request(origin + path, {
            method,
            headers: {
              [headers.locale]: locale,
              'sec-fetch-site': 'same-origin',
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          }),
        ),
      ),
    );
    if (responses.some(({ status }) => status !== 200)) return undefined;
    const told = await Promise.all(responses.map((response): Promise<unknown> => response.json()));
    return Object.fromEntries(plan.asks.map(({ method, path }, at) => [firstAnswer(method, path), told[at]]));
  };

  const write = async (
    { renderer, plan, locale, theme }: Wanted,
    answers: FirstPage['answers'],
  ): Promise<Made | undefined> => {
    const { messages } = words[locale]!;
    const rendered = await renderer.render({
      path: plan.path,
      locale,
      messages,
      answers,
      at: Date.now(),
      product: config.productName,
    });
    if (!rendered) return undefined;
    const { html, stand, whole } = rendered;
    const ahead = /^(?:<link [^>]*>|<title>[^<]*<\/title>)*/.exec(html)?.[0] ?? '';
    const title = ahead.match(/<title>[^<]*<\/title>/g)?.at(-1);
    const first: FirstPage = { locale, stand, answers };
    // What React would have fetched first is named below it all the same, and would only come in the way of the words.
    // A picture of a menu is asked for behind the first frame, and a field is focused there, which lays the page out; a form
    // that nobody hears yet takes nothing into an address.
    const drawn = html
      .slice(ahead.length)
      .replaceAll('<image href="', '<image data-href="')
      .replaceAll(' autofocus=""', ' data-autofocus=""')
      .replaceAll('<form ', '<form method="dialog" ');
    const body = `<div id="app">${drawn}</div>${build.failedIn(locale)}`;
    // The first view stands before it, and need not wait for it.
    const script = `<script id="early">${build.early}</script>`;
    const foot = body.includes('<footer') ? '<footer' : '<section id="failed"';
    const head = build.head
      .replace(/<html lang="[^"]*"/, `<html lang="${locale}"${theme ? ` data-theme="${theme}"` : ''} data-opening`)
      .replace(/<title>[^<]*<\/title>/, (usual) => title ?? usual);
    const { scripts = [], styles = [] } = build.pieces.pages[plan.name] ?? {};
    const style = `<style>${usedStyles(build.css[plan.name] ?? '', body)}</style>`;
    const data = [
      `data-page="${build.pieces.first}" data-pieces="${scripts.join(' ')}" data-styles="${styles.join(' ')}"`,
      `data-words="/i18n/${locale}/visitor"${whole ? ' data-whole' : ''}`,
    ].join(' ');
    // The first frame has all of the first view: half a row would move when the rest of it is parsed.
    const parsed = '<link rel="expect" href="#early" blocking="render">';
    // What is seen comes first, and what the scripts need behind it.
    const text = [
      `${head}${parsed}${style}</head>`,
      `<body>${body.replace(foot, () => script + foot)}`,
      `<script type="application/json" id="first-page" ${data}>${json(first)}</script></body></html>`,
    ].join('\n');
    const links = new Set([...drawn.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href!));
    return { asset: madeText('text/html', text, { vary: 'Cookie, Accept-Language' }), style, links };
  };

  const look = async (wanted: Wanted, before: Kept | undefined): Promise<Kept> => {
    const told = await within(
      longestAsking,
      answersOf(wanted).then((answers) => ({ answers })),
    );
    const until = performance.now() + fresh;
    if (!told) return { ...(before ?? nothing), until };
    const { answers } = told;
    if (!answers) return { ...nothing, until };
    const content = contentOf(answers);
    if (before?.content === content) return { ...before, until };
    return { until, content, made: await write(wanted, answers) };
  };

  const pageOf = async (wanted: Wanted): Promise<Made | undefined> => {
    const key = `${wanted.locale} ${wanted.theme} ${wanted.plan.path}`;
    const before = kept.get(key);
    if (before && performance.now() < before.until) return before.made;
    // Whoever asks meanwhile waits for the same look: a page is never drawn twice side by side.
    const looking =
      lookings.get(key) ??
      look(wanted, before)
        .catch((error: unknown): Kept => {
          onError(error);
          return { until: performance.now() + patience, content: '', made: undefined };
        })
        .then((now) => {
          kept.set(key, now);
          lookings.delete(key);
          return now.made;
        });
    lookings.set(key, looking);
    return await looking;
  };

  /** What a browser brings that is signed in, or was. */
  const isMember = (cookies: Map<string, string>): boolean =>
    [cookieNames.session, cookieNames.remember].some((name) => cookies.has(cookieName(name, https)));
  const isVisitor = (cookies: Map<string, string>): boolean =>
    !isMember(cookies) && !cookies.has(cookieName(cookieNames.request, https));

  return {
    inline: `<script>${build.early}</script>`,
    async ahead(request) {
      if (!isMember(readCookies(request.headers.get('cookie') ?? undefined))) return undefined;
      const { renderer, path, search, locale } = await places.at(request);
      const screen = renderer?.screenOf?.(path + search);
      const parts = screen && build.pieces.members[screen.name];
      return parts && pageLinks({ first: build.pieces.first, parts, words: screen.words, locale });
    },
    async serve(request) {
      const cookies = readCookies(request.headers.get('cookie') ?? undefined);
      if (new URL(request.url).search !== '' || !isVisitor(cookies)) return undefined;
      const { renderer, path, locale } = await places.at(request);
      const plan = renderer?.planOf(path);
      if (!renderer || !plan) return undefined;
      const theme = (['light', 'dark'] as const).find((known) => known === cookies.get(themeCookie));
      const wanted: Wanted = { renderer, plan, locale, theme };
      const alike = await pageOf(wanted);
      const { own } = plan;
      const isLinked = own !== undefined && alike?.links.has(own);
      const made = isLinked ? await pageOf({ ...wanted, plan: { ...plan, path: own } }) : alike;
      return made && { response: await respond(made.asset, request), style: made.style };
    },
  };
};
