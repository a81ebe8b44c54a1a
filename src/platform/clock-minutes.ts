import type { Observable } from 'rxjs';
import { ticksEvery, type Tick } from './clock.ts';

/** For what says how long ago something was, and stands for hours: a journal keeps each. */
export const clockMinutes = (): Observable<Tick> => ticksEvery(60_000);
