import type { ReactNode } from 'react';
import type { Operation } from '../../../contract/operation.ts';
import { isFree, wordsOf } from '../../../machines/operation/operation.words.ts';
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

const keys = ['give', 'get', 'fee'] as const;
type Key = (typeof keys)[number];

/** The old terms beside the new ones, line by line; what differs is marked by weight and by a word for a reader. */
export function Compared({ old, fresh }: { old: Operation; fresh: Operation }) {
  const { t } = useWords();
  const money = (key: Key, code?: string): Line => {
    const partOf = (operation: Operation) =>
      code ? operation.lines?.find((line) => line.give_currency.code === code) : operation;
    const known = partOf(fresh) ?? partOf(old) ?? fresh;
    // A wallet that takes part on one side alone moves nothing on the other.
    const moneyOf = (operation: Operation) => partOf(operation)?.terms[key] ?? { ...known.terms[key], amount: '0' };
    const word = key === 'fee' ? 'operation.fee' : code ? `operation.${key}.exchange` : wordsOf[key](fresh);
    return {
      key: code ? `${key} ${code}` : key,
      name: code ? `${code}: ${t(word)}` : t(word),
      of: (operation) => <Amount {...moneyOf(operation)} scale={scaleIn(known, known.terms[key])} />,
      sign: (operation) => moneyOf(operation).amount,
    };
  };
  const rate: Line = {
    key: 'rate',
    name: t('operation.rate'),
    of: (operation) => <Rate terms={operation.terms} />,
    sign: ({ terms }) => terms.rate,
  };
  const codes = new Set([old, fresh].flatMap((each) => each.lines?.map((line) => line.give_currency.code) ?? []));
  const lines = fresh.lines
    ? [...[...codes].flatMap((code) => keys.map((key) => money(key, code))), money('get')]
    : [...keys.filter((key) => key !== 'fee' || !isFree(fresh)).map((key) => money(key)), rate];
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
