import type { Model } from '../../machines/model.ts';
import type { Stage } from './stage.ts';

const found = import.meta.glob<Stage>('./*.stage.ts', { eager: true, import: 'default' });

export const stages: readonly Stage[] = Object.values(found);

export const stageOf = ({ name }: Model): Stage | undefined => stages.find(({ model }) => model.name === name);

/** What the file of a model's stage is best called. */
export const stageFile = (name: string): string => `tests/stages/${name.replaceAll(' ', '-')}.stage.ts`;
