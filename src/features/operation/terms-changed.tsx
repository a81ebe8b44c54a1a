import type { ReactNode } from 'react';
import type { Operation } from '../../../contract/operation.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Comparison } from '../../ui/comparison.tsx';
import { scaleIn } from './scales.ts';
import { Rate } from './terms.tsx';

interface Line {
  key: string;
  name: string;
  of: (operation: Operation) => ReactNode;
  /** The same text for both: nothing to look at. */
  sign: (operation: Operation) => string;
}

/** The old terms beside the new ones, line by line; what differs is marked by weight and by a word for a reader. */
export function Compared({ old, fresh }: { old: Operation; fresh: Operation }) {
  const { t } = useWords();
  const money = (key: 'give' | 'get' | 'fee'): Line => ({
    key,
    name: t(`operation.${key}`),
    of: (operation) => <Amount {...operation.terms[key]} scale={scaleIn(operation, operation.terms[key])} />,
    sign: (operation) => operation.terms[key].amount,
  });
  const lines: Line[] = [
    money('give'),
    money('get'),
    money('fee'),
    {
      key: 'rate',
      name: t('operation.rate'),
      of: (operation) => <Rate operation={operation} />,
      sign: ({ terms }) => terms.rate,
    },
  ];
  return (
    <Comparison
      old={t('operation.terms_changed.old')}
      fresh={t('operation.terms_changed.new')}
      lines={lines.map(({ key, name, of, sign }) => ({
        ...{ key, name, old: of(old), fresh: of(fresh) },
        differs: sign(old) !== sign(fresh),
        main: key === 'get',
      }))}
    />
  );
}
