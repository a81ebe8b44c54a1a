import { memo } from 'react';
import { parts, type Part } from '../../../machines/form/quote.ts';
import { useWords } from '../../i18n/words.ts';
import { Choices } from '../../ui/choices.tsx';

interface PartChosen {
  type: 'user.part chosen';
  value: Part;
}
interface PartsProps {
  actor: { send: (event: PartChosen) => void };
  snapshot: { can: (event: PartChosen) => boolean };
}

/** How much of what can be given: a quarter, a half, all. */
export const Parts = memo(function Parts({ actor, snapshot }: PartsProps) {
  const { t } = useWords();
  return (
    <Choices
      label={t('exchange.parts')}
      says="user.part chosen"
      options={parts.map((part) => ({
        value: part,
        label: part === 'all' ? t('exchange.part.all') : t('exchange.part', { percent: part }),
        disabled: !snapshot.can({ type: 'user.part chosen', value: part }),
      }))}
      onChoose={(value) => actor.send({ type: 'user.part chosen', value })}
    />
  );
});
