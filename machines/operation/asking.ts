import { given } from '../given.ts';
import { about } from './operation.context.ts';
import { operationSetup } from './operation.setup.ts';

/** One question about an operation of which nobody knows how it stands; beside it stands `waiting`, until the next one. */
export const askingForTheStatus = operationSetup.createStateConfig({
  invoke: {
    src: 'status',
    id: 'status',
    input: ({ context }) => about(context, context.current?.status_path),
    onDone: { target: '#operation.sorting', actions: [{ type: 'take the truth', params: given }, 'ask soon'] },
    onError: [
      { guard: { type: 'nobody is signed in', params: given }, target: '#operation.signed out' },
      { guard: { type: 'it is not ours', params: given }, target: '#operation.not found' },
      { target: 'waiting' },
    ],
  },
  after: { 'a status is overdue': 'waiting' },
});

/** The same of one that stood in the address and was never read. */
export const askingToRead = operationSetup.createStateConfig({
  invoke: {
    src: 'read',
    id: 'read',
    input: ({ context }) => ({ params: { id: context.id ?? '' } }),
    onDone: [
      { guard: { type: 'it is of another kind', params: given }, target: '#operation.not found' },
      { target: '#operation.sorting', actions: { type: 'take the truth', params: given } },
    ],
    onError: [
      { guard: { type: 'nobody is signed in', params: given }, target: '#operation.signed out' },
      { guard: { type: 'it is not ours', params: given }, target: '#operation.not found' },
      { target: 'waiting' },
    ],
  },
  after: { 'a status is overdue': 'waiting' },
});
