import type { Page } from 'playwright';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}
interface Watched {
  moved: string[];
}

/** From here on each page of this tab notes what moves on it without being asked: how much, what, from where and to where. */
export const watchMoves = (page: Page): Promise<void> =>
  page
    .addInitScript(() => {
      const seen = Object.assign(globalThis as unknown as Watched, { moved: [] });
      const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
          if (!hadRecentInput)
            seen.moved.push(
              `by ${value.toFixed(3)}`,
              ...sources.map(
                ({ node, previousRect, currentRect }) =>
                  `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" from ${place(previousRect)} to ${place(currentRect)}`,
              ),
            );
      }).observe({ type: 'layout-shift', buffered: true });
    })
    .then(() => undefined);

/** What has moved since the page was loaded; what was drawn last counts too. */
export const movedOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((told) => setTimeout(told));
    return (globalThis as unknown as Watched).moved;
  });
