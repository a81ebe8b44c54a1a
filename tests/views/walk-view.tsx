import { cleanup, render } from 'vitest-browser-react';
import type { AnyEventObject } from 'xstate';
import type { Model } from '../../machines/model.ts';
import { nodesOf } from '../../machines/paths/universe.ts';
import { isMachine, logicOf } from '../../machines/paths/inside-xstate.ts';
import { look } from '../../machines/paths/seen.ts';
import { samplesFor, start, take, type Path } from '../../machines/paths/steps.ts';
import { originalOf } from '../../machines/paths/twins.ts';
import type { Step, World } from '../../machines/paths/world.ts';
import { Page } from '../../stories/frame.tsx';
import { complaints, hearComplaints, pageFaults } from '../../stories/page-faults.ts';
import type { View } from '../../stories/views.ts';
import { Senses } from '../../src/ui/senses.ts';
import { missingKeys, speak, type Locale } from '../../stories/words.ts';
import { differences } from '../../machines/paths/difference.ts';
import { perform, type Moment } from '../paths/perform.ts';
import { controlsFor, isEnabled } from '../tools/controls.ts';
import { isMain, use, wouldSay } from './hands.ts';
import { readScreen } from '../tools/screen.ts';
import { unseen } from '../tools/sights.ts';

const locales: readonly Locale[] = ['en', 'ru'];

/** The events that a person could say to any machine of this world, with the machine's own word on each. */
function sayable(model: Model, world: World): { event: AnyEventObject; can: boolean }[] {
  const events = new Map<string, { event: AnyEventObject; can: boolean }>();
  const types = Object.keys(model.events).filter(
    (type) => type.startsWith('user.') && !(type in (model.elsewhere ?? {})),
  );
  for (const actor of world.machines().values()) {
    const logic = logicOf(actor);
    const known = isMachine(logic)
      ? new Set(nodesOf(logic).flatMap((node) => [...node.transitions.keys()]))
      : new Set<string>();
    for (const type of types)
      if (known.has(type))
        for (const event of samplesFor(model, type, actor)) {
          const key = JSON.stringify(event);
          events.set(key, { event, can: events.get(key)?.can || actor.getSnapshot().can(event) });
        }
  }
  return [...events.values()];
}

/** Controls that disagree with the machine: none where the event can happen, or one to press where it cannot. */
function wrongControls(model: Model, world: World): string[] {
  const may = new Map<HTMLElement, boolean>();
  const faults: string[] = [];
  for (const { event, can } of sayable(model, world)) {
    const controls = controlsFor(event);
    for (const control of controls) may.set(control, may.get(control) || can);
    if (can && !controls.some(isEnabled)) faults.push(`no control says ${JSON.stringify(event)}`);
  }
  for (const [control, can] of may)
    if (!can && isEnabled(control) && !isMain(control))
      faults.push(`a control says ${control.dataset['says']}, which cannot happen`);
  return faults;
}

function wrongSights(model: Model, { snapshot }: Moment, state: string, locale: Locale): string[] {
  const { sees, unseen: offstage } = model.states[state] ?? {};
  if (!sees || offstage !== undefined) return [];
  return unseen(sees(snapshot), readScreen(), locale).map((words) => `${locale}: not on the screen: ${words}`);
}

/** What fades in or comes up is there: a walk has nobody who would watch it move. What turns for ever goes on. */
function settle(): void {
  for (const each of document.getAnimations())
    if (Number(each.effect?.getComputedTiming().endTime) < Infinity) each.finish();
}

/** The screen may take a moment to follow: what is amiss must soon be nothing. */
async function soon(faults: () => string[]): Promise<void> {
  const until = performance.now() + 1500;
  settle();
  let found = faults();
  while (found.length > 0 && performance.now() < until) {
    await new Promise((done) => setTimeout(done, 4));
    settle();
    found = faults();
  }
  if (found.length > 0) throw new Error(found.join('\n'));
}

export interface ViewWalk {
  /** The branches that were walked as they would be in life. */
  walked: Set<string>;
  /** Events that the view could not say where the path wanted them: the field held the value already. */
  idle: AnyEventObject[];
}

/**
 * Walks a path on the view: the view gets the actor of a world of its own, a person's steps go through the page's own
 * controls, and after every step the page is compared with what the machine has shown before.
 */
export async function walkView(model: Model, View: View, path: Path): Promise<ViewWalk> {
  const stopListening = hearComplaints();
  const walked = new Set<string>();
  const idle: AnyEventObject[] = [];
  let world!: World;

  /** True when the step was made as it would be made in life. */
  const act = async (step: Step): Promise<boolean> => {
    const byPerson =
      step.type === 'say' && step.event.type.startsWith('user.') && !(step.event.type in (model.elsewhere ?? {}));
    if (byPerson) {
      const control = controlsFor(step.event).find(isEnabled);
      const can = [...world.machines().values()].some((actor) => actor.getSnapshot().can(step.event));
      if (!control && can) throw new Error(`no control says ${JSON.stringify(step.event)}`);
      if (!control) return true;
      if (wouldSay(control, step.event)) {
        await use(control, step.event);
        return true;
      }
      idle.push(step.event);
    }
    take(model, world, step);
    return !byPerson;
  };

  try {
    missingKeys.clear();
    await perform(model, path, {
      begin: async () => {
        await speak('ru');
        world = start(model, path.input);
        await render(
          <Page>
            <Senses value={false}>
              <View actor={world.actor} />
            </Senses>
          </Page>,
        );
      },
      step: async (step) => {
        world.taken.clear();
        const inLife = await act(step);
        if (inLife) for (const id of world.taken.get(originalOf(model.machine)) ?? []) walked.add(id);
      },
      check: async (state, moment) => {
        await soon(() => differences(look(world), moment.seen));
        await soon(() => wrongControls(model, world));
        for (const locale of locales) {
          await speak(locale);
          await soon(() => wrongSights(model, moment, state, locale));
          await soon(pageFaults);
        }
        const complained = complaints();
        if (complained.length > 0) throw new Error(complained.join('\n'));
      },
    });
    return { walked, idle };
  } finally {
    await cleanup();
    world?.stop();
    stopListening();
  }
}
