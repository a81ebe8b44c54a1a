import type { ComponentType } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Model } from '../machines/model.ts';

export type View = ComponentType<{ actor: AnyActorRef }>;

const files = import.meta.glob<{ default: unknown }>('../src/features/**/*.view.tsx');

/** The screen that a model names, as the product has it. */
export async function viewOf({ name, view }: Model): Promise<View> {
  const load = files[`../src/features/${view?.replace(/\.view\.tsx$/, '')}.view.tsx`];
  if (!load) throw new Error(`${name} names the view ${view}, which is not there`);
  return (await load()).default as View;
}
