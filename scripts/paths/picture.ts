// npm run paths:picture: the README's picture of a printed path, made from what is printed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { launch } from '../../tests/chromium.ts';

const root = join(import.meta.dirname, '..', '..');
const asked = ['exchange', '--from', '"from the list"', '--by-hand', '--through', 'user.confirmed', '--max', '1'];
/** As a shell hands them over. */
const handed = asked.map((word) => word.replaceAll('"', ''));
const { stdout } = spawnSync(process.execPath, [join(root, 'scripts/paths/index.ts'), ...handed], { encoding: 'utf8' });
if (stdout === '') throw new Error('nothing was printed');
const escaped = stdout.trimEnd().replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const browser = await chromium.launch(launch);
const page = await browser.newPage({ viewport: { width: 1040, height: 200 }, deviceScaleFactor: 1.5 });
await page.setContent(`<body style="margin:0;background:#14161a;color:#e8e8ea">
  <pre style="margin:0;padding:24px;font:14px/1.5 'DejaVu Sans Mono',monospace;white-space:pre-wrap"><b>$ npm run paths -- ${asked.join(' ')}</b>\n\n${escaped}</pre>`);
await page.locator('body').screenshot({ path: join(root, 'stories', 'pictures', 'path.png') });
await browser.close();
