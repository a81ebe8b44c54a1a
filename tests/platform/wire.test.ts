import { afterEach, describe, expect, test, vi } from 'vitest';
import { charts } from '../../machines/root/charts.ts';
import { flows, type FlowName } from '../../machines/root/flows.ts';
import { provideAll } from '../../machines/root/provide.ts';
import { createRoot } from '../../machines/root/root.machine.ts';
import { createScanner } from '../../machines/scanner/scan-responses.ts';
import { provideAnnex } from '../../src/app/annex.ts';
import { widen } from '../../src/app/chat-ports.ts';
import { laterWorld } from '../../src/app/later-world.ts';
import { firstScreens, type Screen } from '../../src/app/screens.ts';
import { createWorld } from '../../src/app/wire.ts';
import { createTransport } from '../../src/transport/send-call.ts';
import { stubPage, stubStorage } from './browser-stub.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const scanner = createScanner();
const world = createWorld({
  scanner,
  transport: createTransport({ held: scanner.held, language: () => 'ru' }),
  loadFlow: () => Promise.resolve(),
  loadAnnex: () => Promise.reject(new Error('not asked')),
});

describe('D2 the world has what each machine asks for', () => {
  test('D2 the house', () => {
    expect(() => provideAll(createRoot({ get: () => undefined }), world)).not.toThrow();
  });

  test('D2 the annex', () => {
    stubPage();
    stubStorage();
    const start = { t: 0, k: 'start', input: {}, version: '' } as const;
    // What it puts off is never due.
    vi.useFakeTimers();
    expect(() => provideAnnex(world, () => undefined as never, [start], new Promise(() => {}))).not.toThrow();
  });

  test('D2 S2 with the annex the page hears, out of the browser’s cache, that whoever is here has left', () => {
    stubPage();
    stubStorage();
    vi.stubGlobal('BroadcastChannel', EventTarget);
    vi.useFakeTimers();
    const session = { getSnapshot: () => ({ context: { account: 'A-1001' } }) };
    const house = { getSnapshot: () => ({ children: { session } }) };
    provideAnnex(world, () => house as never, [], new Promise(() => {}));
    const heard: unknown[] = [];
    world.sources['tabs.news']!(undefined as never).subscribe((news) => heard.push(news));
    world.effects['tabs.tell']!({ type: 'tabs.signed out', account: 'A-1001' } as never);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(heard).toEqual([{ type: 'tabs.signed out', account: 'A-1001' }]);
  });

  test.each(flows.map(({ name }) => ({ name })))('D2 $name', async ({ name }) => {
    const machine = await charts[name]();
    // What no page begins with is given more, and what it begins with must do without; what chats name comes with them.
    vi.stubGlobal('location', { pathname: '/', search: '' });
    const first = firstScreens as Partial<Record<FlowName, Screen>>;
    const wide = first[name] ? ((await first[name].view()).widen?.(world) ?? world) : laterWorld(world);
    expect(() => provideAll(machine, name === 'chat' ? widen(wide) : wide)).not.toThrow();
  });
});
