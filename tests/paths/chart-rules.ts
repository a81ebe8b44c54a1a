import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { isCallError } from '../../contract/errors.ts';
import russian from '../../contract/messages/ru.json' with { type: 'json' };
import type { Model, Words } from '../../machines/model.ts';
import {
  isBuiltInAction,
  isLeaf,
  isMachine,
  isStream,
  namedActors,
  partsOfGuard,
} from '../../machines/paths/inside-xstate.ts';
import { nodesOf, standingStates, stateName } from '../../machines/paths/universe.ts';
import { specOf } from '../../machines/root/calls.ts';
import { portOf } from '../../machines/root/ports.ts';
import type { Moment } from './perform.ts';

/** What the rules over every chart say; each rule returns what breaks it, by name. */
type Rule = (model: Model) => string[];

interface InvokeConfig {
  src: unknown;
  id?: string;
  onError?: unknown;
}

const invokesOf = (node: AnyStateNode): InvokeConfig[] => {
  const { invoke } = node.config as { invoke?: InvokeConfig | InvokeConfig[] };
  return invoke === undefined ? [] : [invoke].flat();
};

const at = (node: AnyStateNode, what: string): string => `${stateName(node)}: ${what}`;

export const invokesAreWhole: Rule = ({ machine }) =>
  nodesOf(machine).flatMap((node) =>
    invokesOf(node).flatMap(({ src, id, onError }) => [
      ...(typeof src === 'string' ? [] : [at(node, 'invokes an actor without a name')]),
      ...(typeof src === 'string' && !(src in machine.implementations.actors) ? [at(node, `${src} is not known`)] : []),
      ...(id === undefined ? [at(node, `the invoke of ${String(src)} has no id`)] : []),
      ...(onError === undefined ? [at(node, `the invoke of ${String(src)} has no onError`)] : []),
    ]),
  );

const actionFault = (machine: AnyStateMachine, action: unknown): string[] => {
  if (typeof action === 'function') return isBuiltInAction(action) ? [] : ['an action without a name'];
  const name = typeof action === 'string' ? action : (action as { type: string }).type;
  return name in machine.implementations.actions ? [] : [`the action ${name} is not known`];
};

export const everythingHasAName: Rule = ({ machine }) =>
  nodesOf(machine).flatMap((node) => {
    const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
    const actions = [...node.entry, ...node.exit, ...transitions.flatMap((transition) => transition.actions)];
    const guards = transitions.map(({ guard }) => partsOfGuard(guard));
    return [
      ...actions.flatMap((action) => actionFault(machine, action)),
      ...guards.flatMap(({ nameless }) => (nameless > 0 ? ['a guard without a name'] : [])),
      ...guards
        .flatMap(({ names }) => names)
        .filter((name) => !(name in machine.implementations.guards))
        .map((name) => `the guard ${name} is not known`),
    ].map((fault) => at(node, fault));
  });

const waitsForAnswer = (machine: AnyStateMachine, node: AnyStateNode): boolean =>
  invokesOf(node).some(({ src }) => {
    const logic = machine.implementations.actors[String(src)] as Parameters<typeof isLeaf>[0] | undefined;
    return logic !== undefined && isLeaf(logic) && !isStream(logic);
  });

/** A state waits when it asks something that answers once, or says so by its tag. */
const waits = (machine: AnyStateMachine, node: AnyStateNode): boolean =>
  node.tags.includes('waiting') || node.tags.includes('busy') || waitsForAnswer(machine, node);

/** The atomic states in which a target comes to stand. */
const landing = (node: AnyStateNode): AnyStateNode[] => {
  if (node.type === 'atomic' || node.type === 'final') return [node];
  if (node.type === 'parallel') return Object.values(node.states as Record<string, AnyStateNode>).flatMap(landing);
  return node.initial ? (node.initial.target as readonly AnyStateNode[]).flatMap(landing) : [];
};

const ancestors = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...(node.parent ? ancestors(node.parent as AnyStateNode) : []),
];

/** Somebody or something can go on from here. */
const hasNextStep = (node: AnyStateNode): boolean =>
  node.type === 'final' ||
  ancestors(node).some(
    (one) =>
      (one.always?.length ?? 0) > 0 ||
      one.after.length > 0 ||
      one.invoke.length > 0 ||
      [...one.transitions.keys()].some((type) => !type.startsWith('xstate.')),
  );

export const waitingEnds: Rule = ({ machine, states }) =>
  nodesOf(machine)
    .filter((node) => waits(machine, node))
    .flatMap((node) => {
      const outs = [node, node.parent as AnyStateNode | undefined]
        .flatMap((one) => one?.after ?? [])
        .flatMap(({ target }) => (target ?? []) as readonly AnyStateNode[])
        .filter((target) => target !== node);
      if (outs.length === 0)
        return [
          at(
            node,
            'waits, and no after leads out of it or of its direct parent (of a call: after added.answer + 5_000 ms)',
          ),
        ];
      return outs
        .flatMap(landing)
        .filter((target) => !target.always?.some(({ guard }) => guard === undefined))
        .flatMap((target) => [
          ...(states[stateName(target)]?.title
            ? []
            : [at(node, `waits, and the way out leads to ${stateName(target)}, which has no words`)]),
          ...(hasNextStep(target)
            ? []
            : [at(node, `waits, and the way out leads to ${stateName(target)}, a dead end`)]),
        ]);
    });

const said = (words: Words | undefined): boolean => Boolean(words?.en.trim()) && Boolean(words?.ru.trim());

export const statesHaveWords: Rule = ({ machine, states, title }) => {
  const standing = standingStates(machine).map(stateName);
  return [
    ...(said(title) ? [] : ['the model has no title in both languages']),
    ...standing.filter((state) => !said(states[state]?.title)).map((state) => `${state}: no title in both languages`),
    ...Object.keys(states)
      .filter((state) => !standing.includes(state))
      .map((state) => `${state}: the machine does not stand in such a state`),
  ];
};

export const personsEventsHaveSamples: Rule = ({ machine, events }) => {
  const heard = new Set(nodesOf(machine).flatMap((node) => [...node.transitions.keys()]));
  return [...heard]
    .filter((type) => type.startsWith('user.') && !type.endsWith('*') && !(type in events))
    .map((type) => `${type}: no sample`);
};

const kindOf = (error: unknown): string => {
  const value: unknown = typeof error === 'function' ? (error as (asked: object) => unknown)({}) : error;
  return isCallError(value) ? value.kind : '';
};

/** A question that answers once: a call answers, is refused, has no line, comes late; a port answers or fails. */
export const outcomesAreWhole: Rule = ({ machine, outcomes }) =>
  namedActors(machine)
    .filter(([, logic]) => !isMachine(logic) && isLeaf(logic) && !isStream(logic))
    .flatMap(([src, logic]) => {
      const port = portOf(logic);
      const name = specOf(logic)?.name ?? port ?? src;
      const { done = {}, error = {} } = outcomes[name] ?? {};
      const kinds = new Set(Object.values(error).map(kindOf));
      const wanted =
        port === undefined
          ? ['refused', 'network', 'late'].filter((kind) => !kinds.has(kind))
          : kinds.size > 0
            ? []
            : ['error'];
      return [...(Object.keys(done).length > 0 ? [] : ['done']), ...wanted].map(
        (kind) => `${name}: no outcome ${kind}`,
      );
    });

/**
 * States in which nobody tries again when the line is back, by model and state, to the reason. What a person sent waits for them:
 * nobody sends it a second time unasked.
 */
export const untilAsked: Record<string, string> = {
  'change-password: form.corrected': 'no answer leads to unknown: what stands here was refused',
  'card-look: hidden': 'a letter goes to whoever asks for one',
  'logout: unknown': 'who signs out decides whether to try again or to stay',
  'puzzle: over': 'whoever would rather wait, or go back, is not given another puzzle',
  'recruit: asking': 'letters end when somebody says so',
  'invite: letter.corrected': 'a letter that was changed is saved when somebody says so',
  'telegram: stopped': 'the browser leaves for Telegram when somebody presses',
  'people: shown': 'what was read before stands there, and nobody asked for more',
  'programme: shown': 'what was read before stands there, and nobody asked for more',
  'thread: open.files.quiet': 'a file is saved when somebody presses',
  'upload: deciding': 'nothing stands there: it goes on at once',
};

const hearsOnline = (node: AnyStateNode): boolean => ancestors(node).some((one) => one.transitions.has('port.online'));
const goesOn = (node: AnyStateNode): boolean =>
  node.type === 'final' || ancestors(node).some((one) => one.after.length > 0);

/** Where a call leaves a chart that had no line: the branch of its error that asks nothing. */
const leftByLine = (machine: AnyStateMachine): AnyStateNode[] =>
  nodesOf(machine).flatMap((node) =>
    invokesOf(node)
      .filter(({ src }) => specOf(machine.implementations.actors[String(src)] as Parameters<typeof specOf>[0]))
      .flatMap(({ id }) => node.transitions.get(`xstate.error.actor.${id}`) ?? [])
      .filter(({ guard }) => guard === undefined)
      .flatMap(({ target }) => target ?? [node])
      .flatMap((one) => landing(one as AnyStateNode)),
  );

/** Without the reasons that are given: `thread: open.older.failed`. */
export const deafToTheLine = ({ name, machine }: Pick<Model, 'name' | 'machine'>): string[] => [
  ...new Set(
    leftByLine(machine)
      .filter((node) => !goesOn(node) && !hearsOnline(node))
      .map((node) => `${name}: ${stateName(node)}`),
  ),
];

/** What the line kept from coming is asked for again by itself when it is back, or it is said why not. */
export const lineBackIsHeard: Rule = (model) =>
  deafToTheLine(model)
    .filter((state) => !untilAsked[state]?.trim())
    .map(
      (state) =>
        `${state} does not hear port.online: try again there, or say in untilAsked (tests/paths/chart-rules.ts) why not`,
    );

/** Whose view must show something there: a state that is there to be seen. */
const isOnStage = ({ states, view }: Model, state: string): boolean => {
  const { unseen, silent, unreachable } = states[state] ?? {};
  return view !== undefined && ![unseen, silent, unreachable].some((reason) => reason?.trim());
};

/** What a view shows is told for each of its states, or why nothing is. */
export const statesAreSeen: Rule = (model) =>
  standingStates(model.machine)
    .map(stateName)
    .flatMap((state) => {
      const { sees, unseen, silent } = model.states[state] ?? {};
      if (isOnStage(model, state)) return sees ? [] : [`${state}: sees nothing, and says not why`];
      return sees && (unseen ?? silent) ? [`${state}: sees something, and says why nothing is seen`] : [];
    });

/** States that were reached and gave nothing to look for on the screen. */
export const emptySights = (model: Model, moments: Pick<Moment, 'states' | 'snapshot'>[]): string[] => [
  ...new Set(
    moments.flatMap(({ states, snapshot }) =>
      states
        .filter((state) => isOnStage(model, state) && model.states[state]?.sees?.(snapshot).length === 0)
        .map((state) => `${state}: nothing to see`),
    ),
  ),
];

const isSentence = (key: string): boolean => key in russian || `${key}_other` in russian;

/** Sentences of a screen that nobody has written: it would show their keys. */
export const unwritten = (model: Model, moments: Pick<Moment, 'states' | 'snapshot'>[]): string[] => [
  ...new Set(
    moments.flatMap(({ states, snapshot }) =>
      states
        .flatMap((state) => model.states[state]?.sees?.(snapshot) ?? [])
        .flatMap((sight) => ('message' in sight && !isSentence(sight.message) ? [sight.message] : [])),
    ),
  ),
];

export const rules: Record<string, Rule> = {
  'each invoke has a name, an id and an onError': invokesAreWhole,
  'each actor, action and guard has a name that is known': everythingHasAName,
  'each waiting state has a way out in time, to a state with words and a next step': waitingEnds,
  'each state has a title in both languages': statesHaveWords,
  'each state of a view is seen, or says why not': statesAreSeen,
  'each event of a person has a sample': personsEventsHaveSamples,
  'each question can be answered, refused, lost and late': outcomesAreWhole,
  'what the line kept from coming is asked for again when it is back, or says why not': lineBackIsHeard,
};
