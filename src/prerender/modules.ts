import { flows, isVisitorFlow, visitorFlows, type FlowName, type VisitorFlow } from '../../machines/root/flows.ts';

/** Those that a page begins with; the others are named by a piece that comes later. */
const first: readonly string[] = ['landing', 'login', 'exchanges', 'exchange'];

/** Views that are fetched with what their flow alone names; all other views are fetched by themselves. */
const viewsOf = (flow: FlowName): string[] => {
  if (flow.startsWith('history')) return ['src/app/history-screen.ts', 'src/features/history/history.view.tsx'];
  if (flow === 'chat') return ['src/app/chat-world.ts', 'src/app/chat-ports.ts', 'src/features/chat/chat.view.tsx'];
  return [`src/features/${flow}/${flow}.view.tsx`];
};

const modulesOf = (flow: FlowName): string[] => {
  const chart = flow.replace(/^history-.*/, 'history');
  return [
    ...(first.includes(flow) ? [] : ['src/app/later-screens.ts']),
    ...(flow === 'login' ? ['src/app/letter-world.ts'] : []),
    ...(flow === 'exchange' ? ['src/app/form-world.ts'] : []),
    ...viewsOf(flow),
    `machines/flows/${chart}/${chart}.machine.ts`,
  ];
};

/** The first script. */
export const mainModule = 'src/main.tsx';

/** Modules, below the root of the project, that each page of a visitor is made of besides the first script, by its name. */
export const pageModules: Readonly<Record<VisitorFlow | 'not found', readonly string[]>> = {
  ...(Object.fromEntries(visitorFlows.map((flow) => [flow, modulesOf(flow)])) as Record<VisitorFlow, string[]>),
  // Its drawing comes late to a page of ours, and stands in one that is rendered ahead.
  'not found': ['src/features/error/not-found.tsx', 'src/ui/drawing.tsx'],
};

/** On each of them. */
export const modulesAround: readonly string[] = ['src/app/take-over.tsx', 'src/features/frame/footer.tsx'];

/** The same of the screens that a page of nobody's opens for whoever is signed in, by their flow. */
export const memberModules: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  flows
    .filter(({ name, routes }) => routes.length > 0 && !isVisitorFlow(name))
    .map(({ name }) => [name, modulesOf(name)]),
);

/** Around each of those. */
export const modulesAroundMember: readonly string[] = [
  'src/features/frame/member.tsx',
  'src/features/frame/footer.tsx',
];
