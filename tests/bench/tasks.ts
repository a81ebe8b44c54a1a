import type { Browser, Page } from 'playwright';

interface Traced {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** The longest task of a page's own thread, in ms: of the processor, and of a clock on the wall. */
export interface Longest {
  worked: number;
  waited: number;
}

/**
 * What the page's thread does while something is done. A task is as long as the processor was at it: what others on the machine
 * take is not counted.
 */
export const longestTask = async (browser: Browser, page: Page, run: () => Promise<void>): Promise<Longest> => {
  await browser.startTracing(page, { categories: ['toplevel'] });
  let events: Traced[] = [];
  try {
    await run();
  } finally {
    const bytes = await browser.stopTracing();
    events = (JSON.parse(bytes.toString()) as { traceEvents: Traced[] }).traceEvents;
  }
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => /RunTask/.test(name) && ph === 'X' && threads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the browser told of no task');
  return {
    worked: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    waited: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
  };
};
