// npm run bench [-- PART…]: all that is measured, or some parts of it. Each part prints its figures beside their limits
// in budget.json and their controls of the same run; one that breaks does not stop the others, and
// what was measured last of each part stays in tests/bench/last.json. Fails when a figure is not within its limit.
import { build } from '../../scripts/build.mjs';
import budget from './budget.json' with { type: 'json' };
import { benchChat } from './chat.ts';
import { benchConfirm } from './confirm.ts';
import { benchEvents } from './events.ts';
import { benchExchangeScreen } from './exchange-screen.ts';
import { buildFloor } from './floor.ts';
import { benchFirstScreen } from './first-screen.ts';
import { benchHistory } from './history.ts';
import { benchInspector } from './inspector.ts';
import { measureJournal } from './journal.ts';
import { here, keep } from './last.ts';
import { benchLighthouse } from './lighthouse.ts';
import { conclude, held, inPart, measured, told } from './limits.ts';
import { benchMoney } from './money.ts';
import { benchPaths } from './paths.ts';
import { starts, withProduct } from './product.ts';
import { benchScroll } from './scroll.ts';
import { benchStream } from './stream.ts';
import { benchTenfold } from './tenfold.ts';
import { weigh } from './weigh.ts';

const benchBytes = async (): Promise<void> => {
  const floor = await buildFloor('minimal');
  console.log('\ngzip bytes before anything is fetched ahead, beside the same packages in minimal use\n');
  const control = { name: 'floor', figure: floor };
  for (const [name, path, account, limit] of [
    ['first screen of a visitor', '/', false, budget.firstScreen],
    ['exchange screen', '/exchange/USD/BTC', true, budget.exchangeScreen],
  ] as const) {
    const { code, messages, idle, files } = await weigh(path, { account });
    told(name, code, { more: `   messages ${messages}, idle ${idle}, ${files.length} files` });
    held(`${name}, × floor`, code / floor, limit, { digits: 3, control });
  }
};

const benchStarts = async (): Promise<void> => {
  const [first = 0, second = 0] = await starts(2);
  console.log('\nseconds from npm start until it serves\n');
  told('first start: the database is made', first, { digits: 1 });
  held('second start', second, budget.startSeconds, { digits: 1 });
};

const benchJournal = async (): Promise<void> => {
  const { events, entries, size, recording } = await measureJournal();
  console.log(
    '\nmicroseconds an event for recording, masking and writing included, beside an inspector that does nothing\n',
  );
  const session = `${events} events, ${entries} written, ${Math.round(size / 1024)} kB`;
  held(session, recording, budget.recordingMicroseconds, { digits: 2 });
};

const parts: Record<string, () => unknown> = {
  bytes: benchBytes,
  'first-screen': () => withProduct(benchFirstScreen),
  'exchange-screen': () => withProduct(benchExchangeScreen),
  lighthouse: () => withProduct(benchLighthouse),
  confirm: () => withProduct(benchConfirm),
  events: () => withProduct(benchEvents),
  starts: benchStarts,
  paths: benchPaths,
  journal: benchJournal,
  inspector: benchInspector,
  history: benchHistory,
  scroll: benchScroll,
  chat: benchChat,
  tenfold: benchTenfold,
  stream: benchStream,
  money: benchMoney,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}
if (!build()) process.exit(1);
const about = here(asked.length === 0 ? 'npm run bench' : `npm run bench -- ${asked.join(' ')}`);
for (const [name, run] of Object.entries(parts))
  if (asked.length === 0 || asked.includes(name)) await inPart(name, run);
keep(about, measured());
conclude();
