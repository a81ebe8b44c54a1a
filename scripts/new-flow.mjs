// npm run new:flow <name> -- [--route <route>] [--en "words"] [--ru "слова"]
// Makes a flow that already walks, stands in the gallery and is shown: machine, model, view, its line in the register,
// its screen, its name in journals, and its messages with the part that they come in. Without a route of its name it stands in a modal. Nothing is written before everything is known to fit.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '../machines/residents/navigation/routes.ts';
import { flows } from '../machines/root/flows.ts';
import { partFor } from '../src/app/part-for.ts';
import { readModels } from './paths/models.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const usage = `npm run new:flow <name> -- [--route <route>] [--en "words"] [--ru "слова"]

  <name>    in small letters and hyphens
  --route   where it stands, by the name of the route; one of the flow's own name is taken by itself, and without one it
            stands in a modal. A new address is first a line in machines/residents/navigation/routes.ts
  --en, --ru   its title`;

const fail = (words) => {
  console.error(`[new:flow] ${words}`);
  process.exit(1);
};

const readArguments = () => {
  const text = { type: 'string' };
  try {
    return parseArgs({
      options: { route: text, en: text, ru: text, help: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`);
  }
};
const { values: option, positionals } = readArguments();
if (option.help) {
  console.log(usage);
  process.exit(0);
}
const [name, ...surplus] = positionals;
// Without its own two hyphens npm takes the options for itself, and hands on what stands behind them.
if (surplus.length > 0) fail(`“${surplus.join(' ')}” is too much: options stand behind --\n\n${usage}`);

if (!name) fail(usage);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
  fail(`“${name}” is no name of a flow: small letters, digits and hyphens. Nothing was written.\n\n${usage}`);
/** What the keys of its words begin with. */
const group = name.replaceAll('-', '_');
const place = (...parts) => join(root, ...parts);
const read = (path) => readFileSync(place(path), 'utf8');
const locales = ['ru', 'en'];
const catalogue = (locale) => `contract/messages/${locale}.json`;

/** Why no flow may have this name; null where nobody else has it. */
const taken = async () => {
  if (flows.some((line) => line.name === name)) return `machines/root/flows.ts has a flow ${name}`;
  const folder = ['machines', 'machines/flows', 'machines/residents', 'src/features']
    .map((room) => `${room}/${name}`)
    .find((path) => existsSync(place(path)));
  if (folder) return `there is a folder ${folder}`;
  const named = [...(await readModels())].find(([, model]) => [model.name, model.machine.id].includes(name));
  if (named) return `${named[0]} has this name`;
  for (const path of locales.map(catalogue)) {
    const message = Object.keys(JSON.parse(read(path))).find((one) => one.startsWith(`${group}.`));
    if (message) return `${path} has a message ${message}`;
  }
  return null;
};

const why = await taken();
if (why) fail(`${why}: choose another name than ${name}. Nothing was written.`);

const route = option.route ?? routes.find((line) => line.name === name)?.name;
if (route && !routes.some((line) => line.name === route))
  fail(
    `no route ${route}: a new address begins with its line in machines/residents/navigation/routes.ts, as own('${route}'); without --route the flow stands in a modal. Nothing was written.`,
  );
const shownBy = flows.find((line) => line.routes.includes(route))?.name;
if (shownBy) fail(`the flow ${shownBy} stands at the route ${route}: choose another --route. Nothing was written.`);
const shown = routes.find((line) => line.name === route);
if (shown?.leads?.({}) || route === 'local-healthcheck')
  fail(
    `at the route ${route} no flow stands: ${shown?.leads ? 'it leads on to another one' : 'the server answers there'}. Nothing was written.`,
  );
const en = option.en ?? name.replaceAll('-', ' ');
const ru = option.ru ?? en;
const camel = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const Pascal = camel[0].toUpperCase() + camel.slice(1);
const quoted = (words) => `'${words.replaceAll("'", "\\'")}'`;
const key = /-/.test(name) ? quoted(name) : name;

/** A path of the route, whatever its parameters are. */
const pathOfRoute = (routes.find((line) => line.name === route)?.path ?? '/').replaceAll(/:\w+\??/g, '1');

const machine = `import { setup } from 'xstate';
import type { FlowInput } from '../../root/events.ts';

type ${Pascal}Event = { type: 'user.opened' } | { type: 'user.closed' };

export const ${camel}Machine = setup({
  types: {
    events: {} as ${Pascal}Event,
    input: {} as FlowInput,
    tags: {} as 'safe to reload',
  },
}).createMachine({
  id: ${quoted(name)},
  initial: 'short',
  states: {
    short: { tags: 'safe to reload', on: { 'user.opened': 'long' } },
    long: { tags: 'safe to reload', on: { 'user.closed': 'short' } },
  },
});
`;

const model = `import { defineModel } from '../../model.ts';
import type { FlowInput } from '../../root/events.ts';
import { ${camel}Machine } from './${name}.machine.ts';

const input: FlowInput = {
  place: { name: ${quoted(route ?? 'index')}, params: {}, query: {}, path: ${quoted(pathOfRoute)} },
  account: 'A-1001',
  site: null,
  email: null,${route ? '' : '\n  over: true,'}
};

export default defineModel({
  name: ${quoted(name)},
  title: { en: ${quoted(en)}, ru: ${quoted(ru)} },
  machine: ${camel}Machine,
  view: '${name}/${name}',
  inputs: { usual: input },
  events: { 'user.opened': [{}], 'user.closed': [{}] },
  outcomes: {},
  states: {
    short: { title: { en: 'in short', ru: 'коротко' }, sees: () => [{ message: '${group}.${route ? 'title' : 'open'}' }] },
    long: { title: { en: 'at length', ru: 'подробно' }, sees: () => [{ message: '${group}.text' }] },
  },
  eventWords: {
    'user.opened': { en: 'the person asks for more', ru: 'человек просит подробнее' },
    'user.closed': { en: 'the person has read it', ru: 'человек прочитал' },
  },
});
`;

const page = `import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ${camel}Machine } from '../../../machines/flows/${name}/${name}.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Page, Row, Stack, Title } from '../../ui/layout.tsx';

const whole = (snapshot: SnapshotFrom<typeof ${camel}Machine>) => snapshot;

export default function ${Pascal}View({ actor }: { actor: ActorRefFrom<typeof ${camel}Machine> }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  return (
    <Page>
      <Stack gap={6}>
        <Title>{t('${group}.title')}</Title>
        {snapshot.matches('long') && <p>{t('${group}.text')}</p>}
        <Row>
          <Button says="user.opened" disabled={!snapshot.can({ type: 'user.opened' })} onClick={() => actor.send({ type: 'user.opened' })}>
            {t('${group}.open')}
          </Button>
          <Button says="user.closed" disabled={!snapshot.can({ type: 'user.closed' })} onClick={() => actor.send({ type: 'user.closed' })}>
            {t('${group}.close')}
          </Button>
        </Row>
      </Stack>
    </Page>
  );
}
`;

/** Stands in a window, which has the heading. */
const modal = page
  .replace('import { Page, Row, Stack, Title } from', 'import { Row, Stack } from')
  .replace(/    <Page>\n      <Stack gap=\{6\}>\n.*<Title>.*\n/, '    <Stack gap={4}>\n')
  .replace('      </Stack>\n    </Page>', '    </Stack>')
  .replaceAll(/^  (  {6}.*)$/gm, '$1')
  .replace('export default', '/** It stands in a window, which has the heading. */\nexport default');
const view = route ? page : modal;

/** The text of a file with a line before the first line after `start` that is just `end`. */
const withLine = (path, start, end, line, text = read(path)) => {
  const from = text.indexOf(start);
  const at = text.indexOf(`\n${end}`, from);
  if (from < 0 || at < 0)
    fail(
      `${path} has changed its shape: no line “${start}…” with “${end}” below it, where this one belongs. Nothing was written.\n${line}`,
    );
  return `${text.slice(0, at + 1)}${line}\n${text.slice(at + 1)}`;
};

const messages = {
  ru: { title: ru, text: 'Подробности этого экрана.', open: 'Подробнее', close: 'Свернуть' },
  en: { title: en, text: 'The details of this screen.', open: 'More', close: 'Less' },
};
/** What begins with its name comes with the first flow that is opened later: of a name that stands in no list, with every page. */
const withGroup = (text) =>
  partFor(group) === 'page' ? text : withLine(partsFile, 'const ofSomeScreens', '];', `  ${quoted(group)},`, text);
/** The heading of a window stands before what is in it has come. */
const withHeading = (text) => withLine(partsFile, 'const everywhere', ']);', `  ${quoted(`${group}.title`)},`, text);
const withMessages = (locale) => {
  const named = Object.entries(messages[locale]).map(([part, text]) => [`${group}.${part}`, text]);
  const all = [...Object.entries(JSON.parse(read(catalogue(locale)))), ...named];
  return `${JSON.stringify(Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`;
};

/** A window is called by its name, and has the heading of that name. */
const withModalName = (text) => {
  const named = text.replace(/(export type ModalName =[^;]*);/, `$1 | ${quoted(name)};`);
  return named === text
    ? fail(
        `${eventsFile} has changed its shape: no “export type ModalName”, where ${quoted(name)} belongs. Nothing was written.`,
      )
    : named;
};

/** The words of journals with those of the address: without them a journal would leave the place out. */
const withAddress = (text) => {
  const known = /const parts = `([^`]*)`/.exec(text)?.[1].split(/\s+/) ?? [];
  const parts = `${pathOfRoute}/${route ?? ''}`.split(/[/_-]/).filter((part) => part !== '' && !/^\d+$/.test(part));
  const missing = [...new Set(parts)].filter((part) => !known.includes(part));
  return missing.length === 0 ? text : withLine(wordsFile, 'const parts', '`;', `  ${missing.join(' ')}`, text);
};

const machineFile = `machines/flows/${name}/${name}.machine.ts`;
const modelFile = `machines/flows/${name}/${name}.model.ts`;
const viewFile = `src/features/${name}/${name}.view.tsx`;
const made = { [machineFile]: machine, [modelFile]: model, [viewFile]: view };

const flowsFile = 'machines/root/flows.ts';
const chartsFile = 'machines/root/charts.ts';
const screensFile = 'src/app/later-screens.ts';
const wordsFile = 'contract/journal/words.ts';
const partsFile = 'contract/message-parts.ts';
const eventsFile = 'machines/root/events.ts';
const slotFile = 'src/features/frame/modal-slot.tsx';
const changed = {
  [flowsFile]: withLine(
    flowsFile,
    'export const flows = register(',
    ');',
    `  { name: ${quoted(name)}, routes: [${route ? quoted(route) : ''}] },`,
  ),
  [chartsFile]: withLine(
    chartsFile,
    'export const charts',
    '};',
    `  ${key}: () => import('../flows/${name}/${name}.machine.ts').then((m) => m.${camel}Machine),`,
  ),
  [screensFile]: withLine(
    screensFile,
    'const views',
    '};',
    `  ${key}: () => import('../features/${name}/${name}.view.tsx'),`,
  ),
  [wordsFile]: withAddress(withLine(wordsFile, 'const flows', '`;', `  ${name}`)),
  [partsFile]: route ? withGroup(read(partsFile)) : withHeading(withGroup(read(partsFile))),
  ...(route
    ? {}
    : {
        [eventsFile]: withModalName(read(eventsFile)),
        [slotFile]: withLine(slotFile, 'const titles', '};', `  ${key}: '${group}.title',`),
      }),
  ...Object.fromEntries(locales.map((locale) => [catalogue(locale), withMessages(locale)])),
};

for (const [path, text] of Object.entries({ ...made, ...changed })) {
  mkdirSync(dirname(place(path)), { recursive: true });
  writeFileSync(place(path), text);
}

spawnSync(
  join(root, 'node_modules', '.bin', 'oxfmt'),
  [...Object.keys(made), ...Object.keys(changed).filter((path) => /\.tsx?$/.test(path))],
  {
    cwd: root,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  },
);
console.log(Object.keys(made).join('\n'));
console.log(`${Object.keys(changed).join(', ')}: one place each`);
console.log(
  route
    ? `It stands at the route ${route}.`
    : `It has no route: it stands in a modal, which opens where a resident of the annex sends its parent { type: 'annex.modal wanted', modal: ${quoted(name)} }, as “want the inbox” does in machines/residents/notifications/notifications.machine.ts. It closes where its own chart ends (\`type: 'final'\`), and by the person.`,
);
if (route)
  console.log(
    [
      'What no script can know of an address, where it has none yet:',
      `  tests/machines/navigation.test.ts   a row of \`table\`: where ${pathOfRoute} leads, for a visitor and for who is signed in`,
      `  tests/journeys/routes.test.ts       ${pathOfRoute.split('/')[1]} in a row of \`rows\``,
      `  tests/sessions/house-session.ts     '${pathOfRoute}' in \`addresses\``,
      `  tests/tools/places.ts               its heading in \`headings\`: (language) => words(language, '${group}.title')`,
    ].join('\n'),
  );
console.log(
  [
    'Now, and after each change of its chart, model or messages:',
    `  npm run paths -- ${name} --keep              writes down what its steps lead to`,
    `  npm run paths -- ${name} --keep --run view   writes down what its stories say`,
    ...(route
      ? [
          `  npm run paths -- root --keep${' '.repeat(name.length + 10)}once, for what the house asks of each address that a flow has`,
        ]
      : []),
    '  npm run check                                names what is missing',
    'A gallery that runs shows it once it is started again.',
  ].join('\n'),
);
