import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Reply } from './browser.ts';
import { askForPuzzle, solvePuzzle, startServer, type Browser, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
const email = 'demo@example.com';
beforeEach(async () => {
  await sql`delete from attempts`.execute(server.db);
  await sql`delete from puzzles`.execute(server.db);
  await login(server.browser());
  // Five failures behind it: every try costs a puzzle.
  await sql`update attempts set failures = 5 where wait_until is null`.execute(server.db);
});

const login = (browser: Browser, headers: Record<string, string> = {}) =>
  browser.post('/api/auth/login_by_password', { email, password: 'nope', remember: false }, headers);
const answer = (browser: Browser, given: { id: string; x?: number }, headers: Record<string, string> = {}) =>
  browser.post('/api/auth/puzzle/answer', given, headers);
const said = (reply: Reply) => (reply.http === 200 ? 'ok' : reply.failure.code);
/** So many guesses at the address from other places. */
const fillEverywhere = async (failures: number) => {
  const key = createHash('sha256').update(`password\n${email}`).digest('base64url');
  await sql`update attempts set failures = ${failures} where key = ${key}`.execute(server.db);
};
const later = (seconds: number) =>
  sql`update puzzles set requested_at = requested_at - make_interval(secs => ${seconds}),
                         expires_at = expires_at - make_interval(secs => ${seconds})`.execute(server.db);

/** Height, width and inflated length of a PNG in a `data:` address. */
const readPng = (address: string) => {
  const png = Buffer.from(address.split(',')[1] ?? '', 'base64');
  const length = png.readUInt32BE(33);
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    bytes: inflateSync(png.subarray(41, 41 + length)).length,
    size: png.length,
  };
};

test('M5 a picture and a piece come as PNG; where the piece belongs stands in no field', async () => {
  const browser = server.browser();
  const reply = await browser.post('/api/auth/puzzle');
  const { picture, piece, width, height, side, top, ...times } = reply.body.payload;
  expect(Object.keys(times)).toEqual(['id', 'expires_at', 'patient_at']);
  expect(readPng(picture)).toMatchObject({ width, height, bytes: (width * 4 + 1) * height });
  expect(readPng(piece)).toMatchObject({ width: side, height: side, bytes: (side * 4 + 1) * side });
  expect(readPng(picture).size + readPng(piece).size).toBeLessThan(60_000);
  expect(top + side).toBeLessThanOrEqual(height);
  const { rows } = await sql<{ row: string }>`select p::text as row from puzzles p`.execute(server.db);
  expect(rows[0]?.row).not.toContain(browser.cookies.get('puzzle'));
});

test('M5 the right place, give or take six pixels, lets one try through', async () => {
  const browser = server.browser();
  for (const off of [-6, 0, 6]) {
    expect(said(await login(browser))).toBe('captcha_required');
    const { id, x } = await askForPuzzle(server, browser);
    expect(said(await answer(browser, { id, x: x + off }))).toBe('ok');
    expect(said(await login(browser))).toBe('wrong_credentials');
  }
  expect(said(await login(browser))).toBe('captcha_required');
});

test('M5 a call that is refused with a wait uses none up', async () => {
  const browser = server.browser();
  await solvePuzzle(server, browser);
  await fillEverywhere(100);
  for (let calls = 0; calls < 2; calls += 1) expect(said(await login(browser))).toBe('wait_before_retry');
  await fillEverywhere(0);
  expect(said(await login(browser))).toBe('wrong_credentials');
  expect(said(await login(browser))).toBe('captcha_required');
});

test('M5 three wrong places end it, and the right one comes too late', async () => {
  const browser = server.browser();
  const { id, x } = await askForPuzzle(server, browser);
  const seen = [];
  for (const off of [7, -7, 7]) {
    const { failure } = await answer(browser, { id, x: x + off });
    seen.push([failure.code, failure.params?.['left']]);
  }
  expect(seen).toEqual([
    ['wrong_place', 2],
    ['wrong_place', 1],
    ['puzzle_over', undefined],
  ]);
  expect(said(await answer(browser, { id, x }))).toBe('puzzle_over');
  expect(said(await login(browser))).toBe('captcha_required');
});

test('M5 it lapses after two minutes; a solved one two minutes after that', async () => {
  const browser = server.browser();
  const lapsed = await askForPuzzle(server, browser);
  await later(121);
  expect(said(await answer(browser, lapsed))).toBe('puzzle_over');
  const solved = await askForPuzzle(server, browser);
  await answer(browser, solved);
  await later(121);
  expect(said(await login(browser))).toBe('captcha_required');
});

test('M5 in another browser it is worth nothing, solved or not', async () => {
  const [own, other] = [server.browser(), server.browser()];
  await askForPuzzle(server, other);
  const found = await askForPuzzle(server, own);
  expect(said(await answer(other, found))).toBe('puzzle_over');
  expect(said(await answer(server.browser(), found))).toBe('puzzle_over');
  await answer(own, found);
  expect(said(await login(other))).toBe('captcha_required');
  expect(said(await login(own))).toBe('wrong_credentials');
});

test('M5 an answer that was lost is given again', async () => {
  const browser = server.browser();
  const found = await askForPuzzle(server, browser);
  expect([said(await answer(browser, found)), said(await answer(browser, found))]).toEqual(['ok', 'ok']);
  await login(browser);
  expect(said(await answer(browser, found))).toBe('puzzle_over');
});

test('M5 whoever waits half a minute needs no picture; who comes too early hears how long', async () => {
  const browser = server.browser();
  const { id } = await askForPuzzle(server, browser);
  const early = await answer(browser, { id });
  expect([early.http, said(early)]).toEqual([429, 'wait_before_retry']);
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(25);
  await later(30);
  expect(said(await answer(browser, { id }))).toBe('ok');
  expect(said(await login(browser))).toBe('wrong_credentials');
});
