import type { BrowserContext, Page } from 'playwright';
import { onTestFailed, TestRunner } from 'vitest';

/**
 * What stood on the page when a test of a browser failed: its address, what it asked for in vain or has no answer to yet, what it
 * complained of and its words. A failure that comes once in hundreds of runs is understood from this or not at all.
 */
export function lastSeen(context: BrowserContext, page: Page, complaints: readonly string[]): void {
  const open = new Set<string>();
  const refused: string[] = [];
  page.on('request', (request) => open.add(`${request.method()} ${request.url()}`));
  page.on('requestfinished', (request) => open.delete(`${request.method()} ${request.url()}`));
  page.on('requestfailed', (request) => {
    open.delete(`${request.method()} ${request.url()}`);
    refused.push(`${request.url()}: ${request.failure()?.errorText ?? 'failed'}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.url()}: ${response.status()}`);
  });

  const tell = async (): Promise<void> => {
    if (page.isClosed()) return;
    const words = await Promise.race([
      page.evaluate(() => `${document.visibilityState}, ${document.readyState}\n${document.body.innerText}`),
      new Promise<string>((resolve) => setTimeout(resolve, 5_000, 'the page does not answer')),
    ]).catch(String);
    console.error(
      [
        `last seen at ${page.url()}`,
        ...[...open].map((one) => `no answer yet: ${one}`),
        ...refused.slice(-8),
        ...complaints.slice(-8),
        words.slice(0, 800),
      ].join('\n'),
    );
  };
  // Of pages that a hook closes before the test's own hooks are asked, and of those that nothing closes.
  const close = context.close.bind(context);
  context.close = async (options) => {
    if (TestRunner.getCurrentTest()?.result?.state === 'fail') await tell();
    return close(options);
  };
  if (TestRunner.getCurrentTest()) onTestFailed(tell);
}
