import { hintSteps, type Hints } from '../../machines/form/hints.ts';
import { store } from './store.ts';

const prefix = 'tutorial/';

export const keepHints = ({ hints }: { hints: Hints }): void => {
  for (const [step, show] of Object.entries(hints)) store.write(prefix + step, show);
};

/** As this device remembers them; what somebody else wrote there is no answer. */
export const readHints = (): Hints =>
  Object.fromEntries(
    hintSteps.flatMap((step) => {
      const show = store.read(prefix + step);
      return typeof show === 'boolean' ? [[step, show]] : [];
    }),
  );
