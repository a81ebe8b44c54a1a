import type { ComponentType } from 'react';
import type { BetweenProps } from './between.tsx';
import type { LinesProps } from './lines.tsx';
import type { PayingProps } from './paying.tsx';
import type { SecondStepProps } from './second-step.tsx';

/** Parts of an operation that not every kind comes to: several wallets, a code by mail, a payment, and what lies between two steps. */
export interface Extras {
  Lines?: ComponentType<LinesProps>;
  Between?: ComponentType<BetweenProps>;
  Paying?: ComponentType<PayingProps>;
  SecondStep?: ComponentType<SecondStepProps>;
}
