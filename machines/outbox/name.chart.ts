import { and } from 'xstate';
import { given } from '../given.ts';
import { whose } from './outbox.setup.ts';
import { draft, type Of } from './outbox.verbs.ts';

const reading = (asking: boolean) =>
  ({
    src: 'outbox.read',
    id: 'outbox.read',
    input: (of: Of) => ({ ...whose(of), asking, called: of.context.called }),
    onDone: { target: 'found', actions: { type: 'note what stands under its id', params: given } },
    onError: 'left as it is',
  }) as const;

/**
 * How the device calls the chat: by what the address has, until its id is heard. What stands there under the id is taken into
 * the form before anything is written under that: what cannot be read is left where it is, and so is what was written here.
 */
export const naming = {
  initial: 'of the address',
  states: {
    'of the address': { always: { guard: 'it has another name', target: 'asking' } },
    asking: { invoke: reading(true), after: { 'the device is overdue': 'hurrying' } },
    hurrying: { invoke: reading(false), after: { 'the device is overdue': 'left as it is' } },
    /** What is on its way into the outbox is not to go with it. */
    found: {
      always: {
        guard: and(['a message is written', 'it fits before what is written']),
        target: 'by its id',
        actions: [
          'put it before what is written',
          {
            type: 'call it by its id',
            params: (of: Of) => ({ ...whose(of), id: of.context.called }),
          },
          draft,
        ],
      },
    },
    'by its id': {},
    'left as it is': {},
  },
} as const;
