import type { ReactNode } from 'react';
import { createActor } from 'xstate';
import words from 'virtual:machine-words';
import { inspectorMachine } from '../../../machines/inspector/inspector.machine.ts';
import { provideAll } from '../../../machines/root/provide.ts';
import type { RootMachine } from '../../../machines/root/root.machine.ts';
import { loadWholeRoot } from '../../../machines/root/whole-root.ts';
import InspectorView from '../../features/inspector/inspector.view.tsx';
import { TakeFile } from '../../features/inspector/take-file.ts';
import type { FlowView } from '../../house/house.tsx';
import { flows } from '../../../machines/root/flows.ts';
import { screenOf } from '../later-screens.ts';
import { createDesk } from './desk.ts';
import css from './inspector.module.css';
import { createPlayer } from './player.ts';
import type { Shelf } from './shelf.ts';
import { Stage } from './stage.tsx';

interface Options {
  /** The session that is opened at once. */
  which?: string;
  /** The page's own, as journals name it. */
  build?: string | undefined;
  /** Fetches what the screens of the past say, where the page has not all of it. */
  loadWords?: () => Promise<unknown>;
}

/**
 * The inspector of the journals of a shelf, started. It gives what is to be drawn: the tool, and in the page's place the
 * screen of the past while one is looked at.
 */
export function createInspector(
  shelf: Shelf,
  { which, build = '', loadWords = () => Promise.resolve() }: Options = {},
): ReactNode {
  const views = new Map<string, FlowView>();
  let root: Promise<RootMachine> | undefined;
  let loading: Promise<unknown> | undefined;
  const loadScreens = async (): Promise<void> => {
    const coming = flows.map(async ({ name }) => views.set(name, (await screenOf(name).view()).default));
    await Promise.all([loadWords(), ...coming]).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  };
  const player = createPlayer();
  const desk = createDesk({
    ...{ lexicon: words, shelf, player, build },
    loadRoot: () =>
      (root ??= loadWholeRoot().catch((error: unknown) => {
        root = undefined;
        throw error;
      })),
    loadScreens: () => (loading ??= loadScreens()),
  });
  const actor = createActor(provideAll(inspectorMachine, desk.world), { input: { which: which ?? null } });
  actor.start();
  return (
    <TakeFile value={desk.takeFile}>
      <Stage player={player} actor={actor} viewOf={(flow) => views.get(flow)} />
      <div className={css['shell']}>
        <InspectorView actor={actor} />
      </div>
    </TakeFile>
  );
}
