import type { Model } from '../../machines/model.ts';
import type { Stage } from './stage.ts';

const found = import.meta.glob<Stage>('./*.stage.ts', { eager: true, import: 'default' });

export const stages: readonly Stage[] = Object.values(found);

export const stageOf = ({ name }: Model): Stage | undefined => stages.find(({ model }) => model.name === name);
