import { visitorFlows, type VisitorFlow } from '../../machines/root/flows.ts';

/** Those that a page begins with; the others are named by a piece that comes later. */
const first: readonly string[] = ['landing', 'login'];

const modulesOf = (flow: VisitorFlow): string[] => [
  ...(first.includes(flow) ? [] : ['src/app/later-screens.ts']),
  ...(flow === 'login' ? ['src/app/letter-world.ts'] : []),
  `src/features/${flow}/${flow}.view.tsx`,
  `machines/flows/${flow}/${flow}.machine.ts`,
];

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
