import { tellTimeZone } from '../platform/time-zone.ts';
import { widened } from './widened.ts';

export { default } from '../features/history/history.view.tsx';

/** The world of a history: the server knows at each question where its days begin, also at that for its file. */
export const widen = widened((world) => ({
  ...world,
  call: (spec, input, signal) => {
    tellTimeZone();
    return world.call(spec, input, signal);
  },
}));
