import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { useWords } from '../../../src/i18n/words.ts';
import { Amount } from '../../../src/ui/amount.tsx';
import type { toyMachine } from '../../paths/toy/toy.machine.ts';

type Actor = ActorRefFrom<typeof toyMachine>;
const whole = (snapshot: SnapshotFrom<typeof toyMachine>) => snapshot;

/** What a view may get wrong. */
export interface Slips {
  wordless?: boolean;
  approximate?: boolean;
  stuck?: boolean;
  eager?: boolean;
  silent?: boolean;
  wrong?: boolean;
  wide?: boolean;
  unknown?: boolean;
  loud?: boolean;
}

/** A view of the toy with `slips` in it. */
export const toyView = (slips: Slips = {}) =>
  function ToyView({ actor }: { actor: Actor }) {
    const { t } = useWords();
    const snapshot = useSelector(actor, whole);
    const door = snapshot.children['door'];
    const canAsk = snapshot.can({ type: 'user.asked' });
    if (slips.loud && snapshot.matches({ talk: 'checking' })) console.error('a complaint');
    return (
      <main style={slips.wide ? { width: '200vw' } : {}}>
        {!slips.wordless && <p>{t('error.network')}</p>}
        {slips.unknown && <p>{t('toy.no such key')}</p>}
        <Amount amount="1234.5" currency="USD" scale={2} approximate={slips.approximate ?? false} />
        <input
          aria-label="word"
          data-says="user.typed"
          disabled={!snapshot.can({ type: 'user.typed', value: '' })}
          value={snapshot.context.word}
          onChange={({ target }) =>
            actor.send({ type: 'user.typed', value: slips.wrong ? `${target.value}!` : target.value })
          }
        />
        <button
          type="button"
          data-says={slips.silent ? undefined : 'user.asked'}
          disabled={slips.stuck || (!canAsk && !slips.eager)}
          onClick={() => actor.send({ type: 'user.asked' })}
        >
          ask
        </button>
        {door && (
          <button type="button" data-says="user.knocked" onClick={() => door.send({ type: 'user.knocked' })}>
            knock
          </button>
        )}
      </main>
    );
  };
