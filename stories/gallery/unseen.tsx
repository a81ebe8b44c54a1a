import type { Model, Words } from '../../machines/model.ts';
import { standingStates, stateName } from '../../machines/paths/universe.ts';
import type { Language } from '../../machines/paths/words.ts';
import { soughtBy } from './filter.ts';
import css from './sheet.module.css';

const words = { en: 'Not shown', ru: 'Не показаны' };

interface UnseenState {
  state: string;
  title: Words;
  reason: string;
}

/** States that the screen of a machine never shows, with who does; of them those that hold what somebody looks for. */
export function unseenIn(model: Model, wish: string): UnseenState[] {
  const all = standingStates(model.machine)
    .map(stateName)
    .flatMap((state) => {
      const { title, unseen: why, unreachable } = model.states[state] ?? {};
      const reason = why ?? unreachable;
      return title && reason !== undefined ? [{ state, title, reason }] : [];
    });
  return soughtBy(all, wish, ({ state, title }) => [state, title.en, title.ru]);
}

interface UnseenProps {
  states: readonly UnseenState[];
  /** Whoever looks for one of them reads it at once. */
  isSought: boolean;
  language: Language;
}

export const Unseen = ({ states, isSought, language }: UnseenProps) =>
  states.length > 0 && (
    <details open={isSought} className={css['unseen']}>
      <summary>
        {words[language]}: {states.length}
      </summary>
      <ul>
        {states.map(({ state, title, reason }) => (
          <li key={state}>
            <b>{title[language]}</b> · <span lang="en">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
