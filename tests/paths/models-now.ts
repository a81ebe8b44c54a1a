import type { Model } from '../../machines/model.ts';
import { models } from './models.ts';

const turn = process.env['TURN'];

/** Of a run in turns every second model, whose ways are looked for from the start. Those that are kept are walked every time. */
export const modelsNow: Record<string, Model> = Object.fromEntries(
  Object.entries(models).filter((_, at) => turn === undefined || (at + Number(turn)) % 2 === 0),
);
