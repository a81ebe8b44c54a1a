import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { productName } from './contract/product.ts';
import { compress } from './scripts/compress.ts';
import { keepEarlier } from './scripts/keep-earlier.ts';
import { machineFacts } from './scripts/machine-facts.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { askForPiecesAgain } from './scripts/pieces-again.ts';
import { visitorPages } from './scripts/visitor-pages.ts';
import { noNotes } from './scripts/without-notes.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The name of the product stands in one file of the contract, and is written into the page here. */
const nameProduct = (): Plugin => ({
  name: 'name-product',
  transformIndexHtml: (html) => ({
    html: html
      .replaceAll('%PRODUCT_NAME%', productName)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?\/?> ?/g, '>'),
    // The server writes it.
    tags: [{ tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' }],
  }),
});

const server = `http://127.0.0.1:${process.env['API_PORT'] ?? '8080'}`;

interface Modules {
  getModuleInfo(
    id: string,
  ): Record<'importedIds' | 'dynamicallyImportedIds' | 'importers' | 'dynamicImporters', readonly string[]> | null;
}

/** These modules and all that they import at once. */
const reach = (modules: Modules, roots: readonly string[]): Set<string> => {
  const found = new Set<string>();
  const next = [...roots];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    next.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
};

/**
 * What several parts of the page share, one file each: every form of an address or a password, but for how long one waits, which others need as well; an operation; cards, from the
 * offer to the payment; what stands around a page, with how an operation is told in a line there; the annex, and who loads the page anew, whom others have too; invitations, for whoever sends and opens them.
 */
const shared = {
  referral: /\/(machines\/flows|src\/features)\/(referral|recruit)\//,
  'sign-in':
    /\/(machines|features)\/sign-in\/(?!wait\.ts)|\/flows\/(login|signup|forgot-password|reset-password|change-password|change-mail|telegram)\/[\w-]+\.context\.ts/,
  operation:
    /\/machines\/form\/quote\.ts|\/machines\/operation\/(operation\.place|around\.(chart|context)|asking|operation(-of|\.machine|\.setup|\.context))\.ts|\/machines\/(verbs|form\/draft(\.chart)?)\.ts|\/features\/(operation\/money-flow|amount\/(side-field|parts|fee-fact))\.tsx|\/features\/exchange\/exchange\.module|\/src\/ui\/choices\.(tsx|module\.css)/,
  operating:
    /\/features\/operation\/((operating|steps|review|progress|asides|course|pair|receipt|terms-changed|details|terms|scales|screen-of)\.tsx?|operation\.module\.css)|\/src\/ui\/(comparison|timeline|countdown|copy)\.(tsx|module\.css)|\/icons\/(check|printer|refresh-cw)\./,
  operations: /\/contract\/(operation|calls\/(exchange-)?operation)\.ts|\/machines\/money\.ts/,
  exchange: /\/(machines\/flows|src\/features)\/exchange\//,
  cards: /\/(machines\/flows|src\/features)\/(bank-)?card(s|-order)?\/|\/contract\/(calls\/)?card\.ts/,
  payments:
    /\/machines\/(flows\/(deposit|withdraw|purchase)|payment)\/|\/src\/features\/(deposit|withdraw|purchase|payment)\//,
  papers: /\/(machines\/flows|src\/features)\/(verification|document)\/|\/features\/upload\//,
  settings: /\/(machines\/flows|src\/features)\/(settings|personal|change-mail|change-password)\//,
  around:
    /\/(contract\/outward|navigation\/link)\.ts|\/icons\/(eye|eye-off|x|copy|clock|circle-slash-2|arrow-down)\.|\/src\/features\/(menus\/menus|theme\/|operation\/late-operating|progress\/progress\.module|unread\/(badge|unread\.module)|(wallets\/wallets|offer\/offer|payments\/payments|notifications\/\w+)\.module|frame\/(footer\b|partners|member\.module|news\.module|use-links|plain-place|use-built-path|progress-list|part-not-loaded))|\/src\/features\/frame\/use-drawer\.ts|\/src\/ui\/(tinted|handed-focus|top|resting|drawer|(drawing|toast)\.module)|\/menu-links\.ts|\/icons\/(sun|moon|monitor|rotate-cw|bell|message-circle)\./,
  reloads:
    /\/src\/app\/(reloads|reload-safety)\.ts|\/machines\/(residents\/version\/|root\/safety\.ts)|\/platform\/version-memory\.ts|\/transport\/page-served\.ts/,
  annex:
    /\/src\/app\/(annex|late-journal)\.ts|\/machines\/journal\/kept\.ts|\/machines\/root\/(annex\.machine|late-switchboard)\.ts|\/machines\/residents\/(payments|progress|notifications|unread|toasts|offer)\/|\/contract\/calls\/notify\.ts|\/machines\/form\/hints\.ts/,
};
const namedBy = (id: string) => Object.entries(shared).find(([, files]) => files.test(id))?.[0] ?? null;

/**
 * The file of a module that several parts share. What only one such file needs is in it, too: beside it, the two would wait for
 * each other, and whichever is asked for first would run before what it needs is there.
 */
const sharing = () => {
  const known = new Map<string, string | null>();
  const ownerOf = (id: string, modules: Modules): string | null => {
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    known.set(id, null);
    const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {};
    const owners = new Set(importers.map((importer) => ownerOf(importer, modules)));
    const [only = null] = dynamicImporters.length === 0 && owners.size === 1 ? owners : [];
    const owner = namedBy(id) ?? only;
    known.set(id, owner);
    return owner;
  };
  return ownerOf;
};

/**
 * What the page needs at once is one file, with what its first screen shares with other flows; the rest of that screen is
 * another, and so is what the forms of sign-in share: each shared piece would else be a file of its own, which compresses
 * worse and is asked for alone.
 */
const chunks = () => {
  let page: Set<string> | undefined;
  let first = new Set<string>();
  let others = new Set<string>();
  const sharedBy = sharing();
  const look = (modules: Modules): Set<string> => {
    const now = reach(modules, [here('./src/main.tsx')]);
    const laterThan = (ids: Iterable<string>) =>
      [...ids].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
    const later = laterThan(now);
    first = reach(
      modules,
      later.filter((id) => id.includes('/landing/')),
    );
    const soon = later.filter((id) => !id.includes('/landing/'));
    // Most screens are named by one that comes later itself.
    others = reach(modules, [...soon, ...laterThan(soon)]);
    return now;
  };
  return (id: string, modules: Modules): string | null => {
    page ??= look(modules);
    if (page.has(id)) return 'page';
    if (!first.has(id)) return sharedBy(id, modules);
    return others.has(id) ? 'page' : 'first';
  };
};

/**
 * In a build a class is named by its number among all classes of the page and, behind them, of the gallery: the names stand in the styles and in the scripts, and a
 * hash compresses into nothing. The line before it keeps a name from being one that blockers of advertisements hide.
 */
const shortNames = (): Plugin => {
  const plain = (path: string) => path.replaceAll('\\', '/');
  const classes = globSync('{src,stories}/**/*.module.css', { cwd: here('.') })
    .map(plain)
    .toSorted()
    .flatMap((file) => {
      const names = new Set(readFileSync(here(file), 'utf8').match(/(?<=[.]|@keyframes )[A-Za-z_][\w-]*/g));
      return [...names].map((name) => `${file} ${name}`);
    });
  const numbers = new Map(classes.map((name, at) => [name, `_${at.toString(36)}`]));
  const generateScopedName = (name: string, path: string): string => {
    const number = numbers.get(`${plain(relative(here('.'), path.replace(/[?].*/, '')))} ${name}`);
    if (number === undefined) throw new Error(`${path}: its ${name} was not found in the source`);
    return number;
  };
  return { name: 'short-names', apply: 'build', config: () => ({ css: { modules: { generateScopedName } } }) };
};

export default defineConfig({
  plugins: [
    react(),
    machineFacts(),
    nameProduct(),
    shortNames(),
    noNotes(),
    visitorPages(),
    askForPiecesAgain(),
    serviceWorker(),
    keepEarlier(),
    compress(),
  ],
  resolve: {
    // RxJS calls its modern build `es2015`; its usual one is ES5 with helpers.
    conditions: ['es2015', ...defaultClientConditions],
    alias: [
      // React has the hook itself: the shim is for those before 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: here('./node_modules/use-sync-external-store/with-selector.js'),
      },
      // A page that is served shows its machines to no developer tools, and does not carry what would.
      { find: './xstate-dev.esm.js', replacement: here('./scripts/no-developer-tools.ts') },
      { find: '../createLucideIcon.mjs', replacement: here('./src/ui/lucide-icon.tsx') },
      // The router names its development build for everybody.
      { find: /^react-router$/, replacement: here('./node_modules/react-router/dist/production/index.mjs') },
    ],
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/i18n', '/dev', '/local/healthcheck', '/manifest.webmanifest'].map((path) => [
        path,
        { target: server },
      ]),
    ),
  },
  build: {
    // The first that know `light-dark()`: anything older would get every colour twice.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    manifest: true,
    modulePreload: {
      polyfill: false,
      // What fetches later screens runs in the page: its own pieces are there, and need not be named with each screen.
      // Vite names no piece that comes alone: that one has to be fetched before it is imported, too.
      resolveDependencies: (piece, pieces, { hostType }) =>
        hostType === 'html'
          ? pieces
          : [...new Set([...pieces, piece])].filter((one) => !/^assets\/(page|rolldown-)-/.test(one)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Compressing takes its time: that is no fault that a person who starts the product has to read about.
      checks: { bundlerTimings: false },
      // A page that is served offers itself to no developer tools of React, and does not carry what would ask for them.
      transform: { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } },
      // A constant of another module stands where it is used, not behind one more name.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // One letter beyond Latin, and a browser keeps all of a piece in two bytes a letter.
        charset: 'ascii',
        // Every name, cut to nine letters, stands in what fetches later screens, and a hash compresses into nothing: seven letters are four million million.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: ({ name }) => `assets/${name.slice(0, 9)}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [{ name: chunks(), debugName: 'page, first screen, sign-in' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
