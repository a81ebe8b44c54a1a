import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import type { GivenCard } from '../../machines/described-form/described-form.context.ts';
import { wholeForm } from '../../machines/payment/payment.samples.ts';
import { CardField } from '../../src/features/described-form/card-field.tsx';
import type { DescribedFormSnapshot } from '../../src/features/described-form/described-form.view.tsx';
import { useErrorFocus } from '../../src/ui/focus.ts';
import { FileField } from '../../src/ui/file-field.tsx';
import { Frame } from '../../src/ui/frame.ts';
import { speak } from '../../stories/words.ts';

afterEach(async () => {
  await cleanup();
});

/** What a reader is told of the thing that has the focus: its name, whether it is wrong, what describes it. */
const focused = () => {
  const { activeElement: at } = document;
  const described = document.getElementById(at?.getAttribute('aria-describedby') ?? '');
  return [at?.ariaLabel ?? at?.localName, at?.getAttribute('aria-invalid'), described?.textContent];
};
const press = (name: string) =>
  userEvent.click([...document.querySelectorAll('button')].find((one) => (one.ariaLabel ?? one.innerText) === name)!);

function Files({ first }: { first: string | null }) {
  const [file, setFile] = useState(first);
  const [corrections, setCorrections] = useState(0);
  const error = corrections > 0 ? 'Not a document' : undefined;
  return (
    <form ref={useErrorFocus<HTMLFormElement>(corrections)}>
      <FileField
        {...{ label: 'Invoice', name: 'invoice', choose: 'Choose', remove: 'Remove', file, error, help: 'A PDF' }}
        onFile={({ name }) => setFile(name)}
        onRemove={() => setFile(null)}
      />
      <button type="button" onClick={() => setCorrections(corrections + 1)}>
        Send
      </button>
    </form>
  );
}

test('F6 a chosen file has the focus that choosing it had, and taken back gives it back; a wrong one is focused and described', async () => {
  await render(<Files first={null} />);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  input.focus();
  await userEvent.upload(input, new File(['%PDF-'], 'invoice.pdf', { type: 'application/pdf' }));
  await expect.poll(focused).toEqual(['Invoice: invoice.pdf', null, 'A PDF']);
  await press('Remove');
  await expect.poll(focused).toEqual(['input', null, 'A PDF']);
  await userEvent.upload(document.querySelector('input[type=file]')!, new File(['%PDF-'], 'other.pdf'));
  await press('Send');
  await expect.poll(focused).toEqual(['Invoice: other.pdf', 'true', 'Not a document']);
});

test('F6 a form that opens with its file takes no focus', async () => {
  await render(<Files first="invoice.pdf" />);
  expect(document.activeElement).toBe(document.body);
});

function Cards({ error }: { error?: string }) {
  const [card, setCard] = useState<GivenCard | null>(null);
  const context = { card, frames: 0, form: wholeForm, origins: ['https://pay.example.com'] };
  const snapshot = { context, can: () => false, matches: () => false };
  return (
    <>
      <CardField
        {...{ label: 'Card', name: 'card', error }}
        actor={{ send: () => setCard(null) } as never}
        snapshot={snapshot as unknown as DescribedFormSnapshot}
      />
      <button type="button" onClick={() => setCard({ token: 'tok', shown: 'Visa •• 4242' })}>
        Give
      </button>
    </>
  );
}

test('F6 a given card has the focus that its frame had, and is described where it is refused; another one is asked for in the frame', async () => {
  await speak('en');
  await render(<Cards error="Refused" />);
  document.querySelector('iframe')!.focus();
  [...document.querySelectorAll('button')].at(-1)!.click();
  await expect.poll(focused).toEqual(['Card: Visa •• 4242', 'true', 'Refused']);
  await userEvent.click(document.querySelector('button')!);
  await expect.poll(focused).toEqual(['iframe', 'true', 'Refused']);
});

test('F6 a form that is only looked at asks no provider for its frame', async () => {
  await speak('en');
  await render(
    <Frame value={document.body}>
      <Cards />
    </Frame>,
  );
  expect(document.querySelector('label')?.innerText).toBe('Card');
  expect(document.querySelector('iframe')).toBeNull();
});
