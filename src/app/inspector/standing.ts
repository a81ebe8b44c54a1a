import type { AnyActorRef, AnyStateMachine } from 'xstate';
import type { Ends } from '../../../contract/journal/file.ts';
import { endsOf } from '../../../machines/journal/ends.ts';
import type { Lexicon } from '../../../machines/journal/lexicon.ts';
import { actorAt } from '../../../machines/journal/replay.ts';
import type { MachineStanding } from '../../../machines/inspector/journal.types.ts';
import { logicOf } from '../../../machines/paths/inside-xstate.ts';
import type { Words } from '../../../machines/model.ts';

const plain = (text: string): Words => ({ en: text, ru: text });

/** Where each machine of a replayed root stands, in words; those that stood elsewhere `before` are marked. */
export const standingOf = (lexicon: Lexicon, root: AnyActorRef, before?: Ends): MachineStanding[] =>
  Object.entries(endsOf(root)).map(([path, states]) => {
    const machine = (logicOf(actorAt(root, path)!) as AnyStateMachine).id;
    const its = lexicon[machine];
    return {
      path,
      machine,
      title: its?.title ?? plain(machine),
      states: states
        .filter((state) => state !== '*')
        .map((state) => ({ state, title: its?.states[state] ?? plain(state) })),
      moved: before !== undefined && before[path]?.join() !== states.join(),
    };
  });
