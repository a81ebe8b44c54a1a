import type { Browser, Page } from 'playwright';

/** Where a cell stands on a picture, in pixels: left, top, width, height. */
export type Place = [x: number, y: number, width: number, height: number];

export interface Picture {
  /** The picture as a file, lossless WebP in base64. */
  image: string;
  /** Story to its cell. */
  cells: Record<string, Place>;
}

/** What the letters of a machine look like: two machines with the same hash draw the same. */
export interface Letters {
  /** For people: system, browser, the fonts that were found. */
  made: string;
  hash: string;
}

/** One look: a change of colour or space shows in any. Half of the real size keeps the files small. */
const look = 'locale:ru;theme:light;viewport.value:tall';
const cellWidth = 195;
const pageWidth = 1400;

/** A page on which nothing moves: no animation, no caret, one moment for ever, one zone of time, one language. */
export async function stillPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: pageWidth, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'ru-RU',
    timezoneId: 'UTC',
    deviceScaleFactor: 1,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(new Date('2026-01-15T12:00:00Z'));
  await page.addInitScript(() => {
    Math.random = () => 0.5;
  });
  return page;
}

/** Draws the sheet of a shelf. */
export async function drawSheet(page: Page, url: string, sheet: string): Promise<Picture> {
  await page.goto(`${url}/iframe.html?viewMode=docs&id=${sheet}&picture=${cellWidth}&globals=${look}`);
  await page.addStyleTag({ content: 'header, details { display: none !important }' });
  await page.locator('[data-story]').first().waitFor();
  await page.waitForFunction(() => document.querySelector('iframe:not([data-shown="true"])') === null);
  // Parts of a screen that are loaded when they are needed, their styles, and pictures.
  // With a hundred frames on a page the browser's rest is sometimes never told; `settled` has the last word.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
  await settled(page);
  const cells = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[data-story]')].map(
        (cell): [string, [number, number, number, number]] => {
          const { x, y, width, height } = cell.getBoundingClientRect();
          const places: [number, number, number, number] = [x + scrollX, y + scrollY, width, height];
          return [cell.dataset['story'] ?? '', places.map(Math.round) as typeof places];
        },
      ),
    ),
  );
  const shot = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
  return { image: await toWebp(page, shot.toString('base64')), cells };
}

/** Waits until no cell changes any more for half a second of frames, and each picture in it is there. */
const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const keeper = window as unknown as { heights?: string; same?: number };
    const cells = [...document.querySelectorAll('iframe')];
    const heights = cells
      .map(({ style, contentDocument }) => `${style.height} ${contentDocument?.querySelectorAll('*').length}`)
      .join();
    const images = cells.flatMap(({ contentDocument }) => [...(contentDocument?.images ?? [])]);
    if (images.some(({ complete }) => !complete)) return false;
    keeper.same = heights === keeper.heights ? (keeper.same ?? 0) + 1 : 0;
    keeper.heights = heights;
    return keeper.same > 30;
  });

/** Colours are rounded to fours, which nobody sees and which halves the file; at quality 1 the browser's WebP loses nothing more. */
const toWebp = (page: Page, png: string): Promise<string> =>
  page.evaluate(async (image) => {
    const blob = await (await fetch(`data:image/png;base64,${image}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const drawn = context.getImageData(0, 0, bitmap.width, bitmap.height);
    for (let at = 0; at < drawn.data.length; at += 1)
      if (at % 4 !== 3) drawn.data[at] = Math.min(255, Math.round(drawn.data[at]! / 4) * 4);
    context.putImageData(drawn, 0, 0);
    const made = await canvas.convertToBlob({ type: 'image/webp', quality: 1 });
    return new Promise<string>((done) => {
      const reader = new FileReader();
      reader.addEventListener('load', () =>
        done(typeof reader.result === 'string' ? reader.result.replace(/^.*?,/, '') : ''),
      );
      reader.readAsDataURL(made);
    });
  }, png);

const hashOf = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text)))
    .toString('hex')
    .slice(0, 16);

/** What this machine's letters are, by a line of them as the product would draw it. */
export async function lettersOf(page: Page, url: string, story: string): Promise<Letters> {
  await page.goto(`${url}/iframe.html?viewMode=story&id=${story}&globals=${look}`);
  await page.locator('#storybook-root > *').waitFor();
  const line = await page.evaluateHandle(() => {
    const line = document.createElement('p');
    line.textContent = 'Обмен 1 234,50 ₽ → 0,00200000 BTC · Exchange “Wg”';
    document.body.replaceChildren(line);
    return line;
  });
  const shot = await line.asElement()!.screenshot();
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'body > p' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  const version = page.context().browser()?.version() ?? '';
  return {
    made: [
      `${process.platform} ${process.arch}`,
      `Chromium ${version}`,
      ...fonts.map(({ familyName }) => familyName),
    ].join(', '),
    hash: await hashOf(shot.toString('base64')),
  };
}
