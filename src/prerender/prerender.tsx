import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createActor, type AnyMachineSnapshot } from 'xstate';
import { isPlace } from '../../contract/address.ts';
import type { Order, Plan, Rendered, Renderer } from '../../contract/first-page.ts';
import { matchRoute } from '../../machines/residents/navigation/routes.ts';
import { flowOfPlace, isVisitorFlow, type FlowName } from '../../machines/root/flows.ts';
import { flowOf, residentOf, slotOf, type HouseActor } from '../../machines/root/house.ts';
import { provideAll } from '../../machines/root/provide.ts';
import { createRoot } from '../../machines/root/root.machine.ts';
import { flowAt } from '../app/flow-at.ts';
import { PageView } from '../app/page-view.tsx';
import { partFor } from '../app/part-for.ts';
import { standOf } from '../app/stand.ts';
import { Footer } from '../features/frame/later.ts';
import { changeLanguage, startI18n } from '../i18n/i18n.ts';
import { visitorScreens } from './screens.ts';
import { stillWorld } from './world.ts';

const everywhere: Plan['asks'] = [
  { method: 'GET', path: '/api/auth/check' },
  { method: 'POST', path: '/api/content/menu', body: { list: ['header_menu', 'main_menu', 'footer_menu'] } },
];

/** An address of the list of texts, and of a text: until its text comes, one is like another. */
const texts = { list: '/article', one: '/article/text' };

export const planOf: Renderer['planOf'] = (path) => {
  const match = matchRoute(path);
  // Behind a language also what a server answers by itself is no place: its healthcheck.
  if (!match || !isPlace(path)) return { name: 'not found', path: '/no/such/place', asks: everywhere };
  const flow = flowOfPlace({ name: match.route.name, params: match.params, query: match.query, path });
  if (flow === null || !isVisitorFlow(flow)) return undefined;
  if (flow !== 'article') return { name: flow, path, asks: everywhere };
  return match.params['name'] === undefined
    ? { name: flow, path: texts.list, asks: [...everywhere, { method: 'GET', path: '/api/content/article' }] }
    : { name: flow, path: texts.one, own: path, asks: everywhere };
};

export const screenOf: Renderer['screenOf'] = (path) => {
  const flow = flowAt(path);
  if (flow === null || isVisitorFlow(flow)) return undefined;
  // A page begins with what all of them say, and a flow fetches what it says besides.
  const part = partFor(flow);
  return { name: flow, words: part === 'page' ? ['page'] : ['page', part] };
};

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Nothing outside moves this house: it has come to rest when it stands where it stood for some turns of the loop. */
const atRest = async (root: HouseActor, left: () => number): Promise<string> => {
  let stand = '';
  for (let turns = 0, still = 0; turns < 500; turns += 1) {
    await turn();
    const now = standOf(root);
    still = now === stand && left() === 0 ? still + 1 : 0;
    if (still > 10) return stand;
    stand = now;
  }
  throw new Error(`the house does not come to rest: ${stand}, ${left()} answers were not asked for`);
};

let speaks: string | undefined;
const speak = async ({ locale, messages }: Order): Promise<void> => {
  if (speaks === undefined) await startI18n(locale, messages);
  else await changeLanguage(locale, messages);
  speaks = locale;
};

const draw = async (order: Order): Promise<Rendered | undefined> => {
  const { path, locale, answers, at, product } = order;
  await Promise.all([speak(order), Footer.fetchAhead()]);
  const { world, left } = stillWorld(answers, locale, at);
  const machineOf = (flow: FlowName) => visitorScreens[flow] && provideAll(visitorScreens[flow].machine, world);
  const root = createActor(provideAll(createRoot({ get: machineOf }), world), {
    input: { path, locale, at, product, memory: {} },
  });
  try {
    root.start();
    const stand = await atRest(root, left);
    const navigation = residentOf(root, 'navigation').getSnapshot();
    const opened = slotOf(root, 'page').getSnapshot().hasTag('open') || navigation.hasTag('not found');
    if (navigation.context.path !== path) return undefined;
    if (!opened) throw new Error(`${path} does not open: ${stand}`);
    const shown = flowOf(slotOf(root, 'page'))?.actor.getSnapshot() as AnyMachineSnapshot | undefined;
    const { prelude } = await prerender(
      <StrictMode>
        <PageView root={root} viewOf={(flow) => visitorScreens[flow as FlowName]?.view} />
      </StrictMode>,
      // One piece: nothing comes behind it, and no script of React's puts anything in its place.
      { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
    );
    const html = await new Response(prelude).text();
    return { html, stand, whole: !shown?.hasTag('busy') };
  } finally {
    root.stop();
  }
};

let last: Promise<unknown> = Promise.resolve();

/** Draws a page of a visitor, one after the other: the words are one language at a time. Rejects when it cannot be drawn. */
export const render: Renderer['render'] = (order) => {
  const drawn = last.then(() => draw(order));
  last = drawn.catch(() => {});
  return drawn;
};
