import { given } from '../given.ts';
import { about, type OperationContext } from './operation.context.ts';
import { operationSetup } from './operation.setup.ts';

/** Who is asked how it stands, and about what. */
export const theStatus = {
  src: 'status',
  id: 'status',
  input: ({ context }: { context: OperationContext }) => about(context, context.current?.status_path),
} as const;

const theTruth = {
  target: '#operation.sorting',
  actions: [{ type: 'take the truth', params: given }, 'ask soon'],
} as const;
const noTruth = [
  { guard: { type: 'nobody is signed in', params: given }, target: '#operation.signed out' },
  { guard: { type: 'it is not ours', params: given }, target: '#operation.not found' },
  { target: 'waiting' },
] as const;

/** One question about an operation of which nobody knows how it stands; beside it stands `waiting`, until the next one. */
export const askingForTheStatus = operationSetup.createStateConfig({
  invoke: {
    ...theStatus,
    onDone: theTruth,
    onError: noTruth,
  },
  after: { 'a status is overdue': 'waiting' },
});

/** The same as long as what the line has swallowed may come out of it: that it is open says nothing then. */
export const askingAtFirst = operationSetup.createStateConfig({
  invoke: {
    ...theStatus,
    onDone: [
      { guard: { type: 'it is open, and a confirm may still arrive', params: given }, target: 'waiting' },
      theTruth,
    ],
    onError: noTruth,
  },
  after: { 'a status is overdue': 'waiting' },
});

/** Another letter is on its way: the code of the one before is of no use. */
export const theLetter = [{ type: 'take the truth', params: given }, 'empty the code'] as const;

const look = { target: 'looking', actions: 'note that the page is awake' } as const;

/**
 * The terms of an operation that is open. Whoever comes back to the page may have confirmed it in another one: it is looked at
 * once. What was opened by its address is looked at now and then: a page that was left in the middle may have sent a confirm.
 */
const reading = operationSetup.createStateConfig({
  always: { guard: 'it was said that nothing was sent', target: 'looking on' },
  on: { 'port.shown': look, 'port.online': look },
  after: {
    'the next question': {
      guard: 'its id stood in the address, and the page is awake',
      target: 'looking',
      actions: 'wait longer next time',
    },
  },
});

const looking = operationSetup.createStateConfig({
  invoke: {
    ...theStatus,
    onDone: [{ guard: { type: 'it is as open as it was', params: given }, target: 'reading' }, theTruth],
    onError: 'reading',
  },
  after: { 'a status is overdue': 'reading' },
});

export const reads = { reading, looking };

/**
 * It was said that nothing was sent, and what the line had swallowed may come out of it all the same: the status is read
 * on under the terms, and whatever it is then is told. What cannot be read changes nothing.
 */
export const lookingOn = operationSetup.createStateConfig({
  initial: 'waiting',
  states: {
    waiting: {
      entry: 'wait longer next time',
      after: {
        'the next question': [{ guard: 'the page sleeps', target: 'waiting', reenter: true }, { target: 'asking' }],
      },
      on: { 'port.shown': { target: 'asking', actions: 'note that the page is awake' } },
    },
    asking: {
      invoke: {
        ...theStatus,
        onDone: [{ guard: { type: 'it is as open as it was', params: given }, target: 'waiting' }, theTruth],
        onError: 'waiting',
      },
      after: { 'a status is overdue': 'waiting' },
    },
  },
});

/** One question about what stood in the address and was never read; beside it stands `waiting`. */
export const askingToRead = operationSetup.createStateConfig({
  invoke: {
    src: 'read',
    id: 'read',
    input: ({ context }) => ({ params: { id: context.id ?? '' } }),
    onDone: [
      { guard: { type: 'it is of another kind', params: given }, target: '#operation.not found' },
      { target: '#operation.sorting', actions: { type: 'take the truth', params: given } },
    ],
    onError: noTruth,
  },
  after: { 'a status is overdue': 'waiting' },
});
