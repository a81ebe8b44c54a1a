import { useSelector } from '@xstate/react';
import { useDeferredValue } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { createActor, setup, type ActorRefFrom } from 'xstate';
import { useStep } from '../../src/house/house.tsx';
import { useTop } from '../../src/ui/top.ts';

afterEach(cleanup);

const form = setup({ types: { events: {} as { type: 'typed' | 'submitted' } } }).createMachine({
  initial: 'empty',
  states: { empty: { on: { typed: 'filled' } }, filled: { on: { submitted: 'over' } }, over: { type: 'final' } },
});
const flow = setup({ actors: { form } }).createMachine({
  initial: 'filling',
  states: { filling: { invoke: { id: 'form', src: 'form', onDone: 'reviewing' } }, reviewing: {} },
});

type FormActor = ActorRefFrom<typeof form>;

function Form({ actor }: { actor: FormActor }) {
  const { value } = useStep(actor);
  const next = value === 'empty' ? 'typed' : 'submitted';
  return (
    <button type="button" onClick={() => actor.send({ type: next })}>
      {value}
    </button>
  );
}

function Flow({ actor }: { actor: ActorRefFrom<typeof flow> }) {
  const step = useSelector(actor, ({ children }) => children['form'] as FormActor | undefined);
  return useDeferredValue(step ? <Form actor={step} /> : <p>the review</p>);
}

test('B1 a press is answered before what comes after the step is built, and the end of the step is never seen', async () => {
  const actor = createActor(flow).start();
  const { container } = await render(<Flow actor={actor} />);
  const seen: (string | null)[] = [];
  new MutationObserver(() => seen.push(container.textContent)).observe(container, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  const button = container.querySelector('button')!;
  button.click();
  await expect.poll(() => container.textContent).toBe('filled');
  button.click();
  await Promise.resolve();
  expect(actor.getSnapshot().value).toBe('reviewing');
  expect(container.textContent).toBe('filled');
  await expect.poll(() => container.textContent).toBe('the review');
  expect(seen).toEqual(['filled', 'the review']);
});

function Screen({ what, isAsking }: { what: string; isAsking: boolean }) {
  const step = useDeferredValue(what);
  useTop(step);
  return (
    <>
      <main id="main">
        <h1 tabIndex={-1}>{step}</h1>
      </main>
      {isAsking && (
        <div role="dialog" aria-label="a window">
          <button type="button" ref={(button) => button?.focus()}>
            yes
          </button>
        </div>
      )}
    </>
  );
}

test('M5 a step that comes after a window has opened above it leaves the focus there; else its heading takes it', async () => {
  const { container, rerender } = await render(<Screen what="form" isAsking={false} />);
  const heading = container.querySelector('h1')!;
  await rerender(<Screen what="review" isAsking={true} />);
  await expect.poll(() => heading.textContent).toBe('review');
  expect(document.activeElement?.textContent).toBe('yes');
  await rerender(<Screen what="review" isAsking={false} />);
  await rerender(<Screen what="form" isAsking={false} />);
  await expect.poll(() => heading.textContent).toBe('form');
  expect(document.activeElement).toBe(heading);
});
