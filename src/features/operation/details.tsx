import { createContext, useContext, type ComponentType } from 'react';
import Copy from 'lucide-react/icons/copy';
import type { Fact, Operation } from '../../../contract/operation.ts';
import { useWords } from '../../i18n/words.ts';
import { Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './operation.module.css';

export interface DocumentProps {
  name: string;
  file: NonNullable<Fact['file']>;
}
/** How a document is shown that is kept: flows that ask for one say it. */
export const DocumentOf = createContext<ComponentType<DocumentProps> | null>(null);

type Line = Pick<Fact, 'text' | 'exact' | 'file'> & { name: string; copied: string; label?: string };

/** An IBAN as it stands on paper, by fours: for the eye alone, so that whoever selects it takes no spaces along. */
function ByFours({ text }: { text: string }) {
  const places = Array.from({ length: Math.ceil(text.length / 4) }, (_, at) => 4 * at);
  return places.map((place) => (
    <span key={place} className={css['four']}>
      {text.slice(place, place + 4)}
    </span>
  ));
}

interface DetailsProps {
  facts: readonly Fact[];
  /** Stands first: how much, and what of it is copied. */
  amount?: { text: string; copied: string };
  /** Each line gets a button of its own that copies it. */
  onCopy?: ((text: string) => void) | undefined;
}

/** To whom and how: what an operation says beyond its amounts. An address is shown whole, however long it is. */
export function Details({ facts, amount, onCopy }: DetailsProps) {
  const { t } = useWords();
  const Document = useContext(DocumentOf);
  const lines: Line[] = [
    ...(amount ? [{ name: t('operation.paying.amount'), ...amount }] : []),
    ...facts.map((fact) => ({ ...fact, name: t(`fact.${fact.label}`), copied: fact.text })),
  ];
  if (lines.length === 0) return null;
  return (
    <Facts
      facts={lines.map(({ label, name, text, copied, exact, file }) => ({
        key: `${name} ${text}`,
        name,
        value: (
          <span className={css['detail']}>
            <span className={exact ? css['exact'] : undefined}>
              {Document && file ? (
                <Document name={text} file={file} />
              ) : label === 'iban' ? (
                <ByFours text={text} />
              ) : (
                text
              )}
            </span>
            {onCopy && (
              <IconButton
                label={t('fact.copy', { name })}
                says="user.copied"
                saysValue={copied}
                onClick={() => onCopy(copied)}
              >
                <Copy size={16} aria-hidden="true" />
              </IconButton>
            )}
          </span>
        ),
      }))}
    />
  );
}

/** What there is to say of this operation, and is not said already by how it is paid. */
export const factsOf = ({ facts = [], payment }: Operation): readonly Fact[] =>
  facts.filter(({ label, text }) => !payment?.facts.some((paid) => paid.label === label && paid.text === text));
