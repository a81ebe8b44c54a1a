import type { BrowserContext, Page } from 'playwright';
import { isPieceOfBuild } from '../tools/pieces.ts';

/** What a text did to the page, as the page and the browser saw it: nothing, if all is well. */
export interface Watch {
  page: Page;
  /** Marks that a program left, refusals of the content security policy, dialogs, other pages, frames, going elsewhere. */
  done(): Promise<string[]>;
  /** Addresses that were asked for since the last `calm`, but for those that `expected` matches and the pieces of the build. */
  asked(): string[];
  /** From here on everything that is asked for counts. */
  calm(): void;
}

/** What a watched page has besides its own, for whoever looks at it from inside. */
export interface Watched {
  marks: string[];
  /** Answers that are ours, by path: they do not leave the page, so that thousands of them take seconds. */
  answers: Map<string, unknown>;
  /** Goes to an address without loading the page anew, as its own links do; false where `holds` did not come in twenty seconds. */
  goWithin(path: string, holds: () => boolean): Promise<boolean>;
}

/** A new page of the context on which every trace of a foreign program is kept. */
export const watchPage = async (context: BrowserContext, expected: RegExp): Promise<Watch> => {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const seen: string[] = [];
  let asked: string[] = [];
  await page.addInitScript(() => {
    const marks: string[] = [];
    const mark = (what: string) => () => void marks.push(what);
    const answers: Watched['answers'] = new Map();
    const { fetch: ask } = globalThis;
    globalThis.fetch = (asked, options) => {
      const path = typeof asked === 'string' && answers.has(asked) ? asked : undefined;
      return path === undefined ? ask(asked, options) : Promise.resolve(Response.json(answers.get(path)));
    };
    const goWithin: Watched['goWithin'] = (path, holds) =>
      new Promise((tell) => {
        const end = (came: boolean) => {
          changes.disconnect();
          clearTimeout(late);
          tell(came);
        };
        const changes = new MutationObserver(() => holds() && end(true));
        const late = setTimeout(() => end(false), 20_000);
        changes.observe(document, { subtree: true, childList: true, characterData: true });
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
        if (holds()) end(true);
      });
    Object.assign(globalThis, { marks, answers, goWithin });
    for (const name of ['alert', 'prompt', 'confirm', 'print', 'open'])
      Object.defineProperty(globalThis, name, { value: mark(name) });
    Object.defineProperty(globalThis, 'ran', { get: () => mark('ran'), set: mark('ran =') });
    // While the sanitiser reads markup, in a document that nobody sees, the policy is asked about each attribute and
    // refuses it. That alone is no fault: what entered the page is seen by whoever walks it, what ran has left its mark.
    const whileRead = (directive: string, blocked: string) =>
      ['inline', 'trusted-types-sink'].includes(blocked) || directive === 'base-uri';
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      if (!whileRead(effectiveDirective, blockedURI)) marks.push(`refused: ${effectiveDirective} ${blockedURI}`);
    });
    addEventListener('message', ({ origin }) => marks.push(`message from ${origin}`));
  });
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('frameattached', (frame) => seen.push(`frame: ${frame.url()}`));
  page.on('download', (download) => seen.push(`download: ${download.url()}`));
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('popup', (other) => seen.push(`popup: ${other.url()}`));
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.push(`went to ${request.url()}`);
    asked.push(request.url());
  });
  return {
    page,
    done: async () => {
      const marks = await page.evaluate(() => {
        const changed = document.title === 'owned' || document.getElementById('owned') !== null;
        return [...(globalThis as unknown as Watched).marks.splice(0), ...(changed ? ['the page was changed'] : [])];
      });
      return [...seen.splice(0), ...marks];
    },
    asked: () => asked.filter((url) => !expected.test(url) && !isPieceOfBuild(url)),
    calm: () => {
      asked = [];
      seen.length = 0;
    },
  };
};
