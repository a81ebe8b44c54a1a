import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { AmountField } from '../../src/ui/amount-field.tsx';
import { TextArea } from '../../src/ui/text-area.tsx';
import { TextField } from '../../src/ui/text-field.tsx';

const sent = vi.fn();
const nothing = () => {};

function Form() {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent();
      }}
    >
      <TextField label="Code" value="" onValue={nothing} says="user.code typed" />
      <AmountField label="Amount" value="" onValue={nothing} says="user.amount typed" currency="USD" />
      <TextArea label="Comment" value="" onValue={nothing} says="user.comment typed" />
      <button type="submit">Send</button>
    </form>
  );
}

describe('R5 a key that is held in a form', () => {
  beforeEach(() => void sent.mockClear());
  afterEach(() => cleanup());

  test.each(['Code', 'Amount'])('Enter in the field %s sends it once, until it is pressed again', async (label) => {
    const { getByLabelText } = await render(<Form />);
    await getByLabelText(label, { exact: true }).click();
    await userEvent.keyboard('{Enter>5/}');
    expect(sent).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Enter}');
    expect(sent).toHaveBeenCalledTimes(2);
  });

  test('a comment goes on to the next line for as long as Enter is held', async () => {
    const { getByLabelText } = await render(<Form />);
    const comment = getByLabelText('Comment', { exact: true });
    await comment.click();
    const heard: boolean[] = [];
    comment.element().addEventListener('keydown', (event) => setTimeout(() => heard.push(event.defaultPrevented)));
    await userEvent.keyboard('{Enter>3/}');
    await expect.poll(() => heard).toEqual([false, false, false]);
    expect(sent).not.toHaveBeenCalled();
  });
});
