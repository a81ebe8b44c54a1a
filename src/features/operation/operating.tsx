import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import type { Operation } from '../../../contract/operation.ts';
import { wordsOf } from '../../../machines/operation/operation.words.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import type { Extras } from './extras.ts';
import { Receipt } from './receipt.tsx';
import type { OperationActor } from './screen-of.ts';
import { OperationSteps } from './steps.tsx';

export interface OperatingProps {
  /** While it is under way. */
  operation: OperationActor | undefined;
  /** How it ended. */
  outcome: Operation | null;
  /** Stands above the operation. */
  hint?: ReactNode;
  /** What can be done with the receipt besides printing it. */
  actions: ReactNode;
  onPrint: () => void;
}

const none: Extras = {};

/** How it ended, for whoever hears the page. */
export function Ended({ outcome }: { outcome: Operation }) {
  const { t } = useWords();
  return t(wordsOf.ended(outcome));
}

/** What stands there once a flow has an operation: its steps, then its receipt. */
export function Operating({
  operation,
  outcome,
  hint = null,
  actions,
  onPrint,
  extras = none,
}: OperatingProps & { extras?: Extras }) {
  const { t } = useWords();
  const heading = useHeadingFocus(outcome?.status ?? 'under way');
  if (outcome)
    return (
      <Receipt
        operation={outcome}
        heading={heading}
        lines={extras.Lines}
        actions={
          <>
            {actions}
            <Button size="large" icon={<Printer size={20} aria-hidden="true" />} says="user.printed" onClick={onPrint}>
              {t('operation.print')}
            </Button>
          </>
        }
      />
    );
  return (
    operation && (
      <>
        {hint}
        <OperationSteps actor={operation} extras={extras} />
      </>
    )
  );
}
