import { Component, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import { createPart } from '../../src/house/part.tsx';

afterEach(async () => {
  vi.useRealTimers();
  await cleanup();
});

const Words = ({ says }: { says: string }) => <p>{says}</p>;
const Instead = ({ onRetry }: { onRetry: () => void }) => (
  <button type="button" onClick={onRetry}>
    again
  </button>
);
/** A part that is lost as often as this, with pauses that are over at once. */
const partOf = (lost: number) => {
  let asked = 0;
  const fetchPart = vi.fn(async () => {
    asked += 1;
    if (asked <= lost) throw new Error('no network');
    return Words;
  });
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 2_000 });
  return { part: createPart(fetchPart, Instead, <i>waiting</i>), fetchPart };
};

test('B1 one that was fetched ahead stands there at once, with what it is given', async () => {
  const { part, fetchPart } = partOf(0);
  part.fetchAhead();
  await expect.poll(() => fetchPart.mock.results.length).toBe(1);
  await Promise.resolve();
  const { View } = part;
  const { container, rerender } = await render(<View says="one" />);
  expect(container.textContent).toBe('one');
  await rerender(<View says="two" />);
  expect(container.textContent).toBe('two');
  expect(fetchPart).toHaveBeenCalledTimes(1);
});

test('B1 one that does not come says so, and begins anew when it is asked to', async () => {
  const { part, fetchPart } = partOf(3);
  const { View } = part;
  const { container } = await render(<View says="one" />);
  expect(container.textContent).toBe('waiting');
  await expect.poll(() => container.textContent).toBe('again');
  expect(fetchPart).toHaveBeenCalledTimes(3);
  await userEvent.click(container.querySelector('button')!);
  await expect.poll(() => container.textContent).toBe('one');
});

test('B1 one that did not come begins anew with the line', async () => {
  const { part } = partOf(3);
  const { View } = part;
  const { container } = await render(<View says="one" />);
  await expect.poll(() => container.textContent).toBe('again');
  dispatchEvent(new Event('online'));
  await expect.poll(() => container.textContent).toBe('one');
});

test('B1 tries of before the line is back do not count', async () => {
  const { part, fetchPart } = partOf(4);
  vi.useRealTimers();
  const { View } = part;
  const { container } = await render(<View says="one" />);
  for (const calls of [1, 2]) {
    await expect.poll(() => fetchPart.mock.settledResults.length).toBe(calls);
    await Promise.resolve();
    dispatchEvent(new Event('online'));
  }
  await expect.poll(() => container.textContent, { timeout: 8_000 }).toBe('one');
  expect(fetchPart).toHaveBeenCalledTimes(5);
});

test('B1 whoever comes to it again finds it on its way, and no old failure', async () => {
  const { part, fetchPart } = partOf(3);
  const { View } = part;
  part.fetchAhead();
  await expect.poll(() => fetchPart.mock.calls.length, { timeout: 5_000 }).toBe(3);
  const { container } = await render(<View says="one" />);
  await expect.poll(() => container.textContent).toBe('one');
});

class Around extends Component<{ children: ReactNode }, { fell: boolean }> {
  override state = { fell: false };
  static getDerivedStateFromError = () => ({ fell: true });
  override render() {
    return this.state.fell ? 'fallen' : this.props.children;
  }
}

test('B1 what falls over within it is no piece that is lost', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { View } = createPart(async (): Promise<() => ReactNode> => {
    return () => {
      throw new Error('broken');
    };
  }, Instead);
  const { container } = await render(
    <Around>
      <View />
    </Around>,
  );
  await expect.poll(() => container.textContent).toBe('fallen');
  complain.mockRestore();
});
