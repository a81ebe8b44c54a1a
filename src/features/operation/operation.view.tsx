import type { ReactNode } from 'react';
import { Between } from './between.tsx';
import { Lines } from './lines.tsx';
import { Operating, type OperatingProps } from './operating.tsx';
import { Paying } from './paying.tsx';
import type { OperationActor } from './screen-of.ts';
import { SecondStep } from './second-step.tsx';
import { OperationSteps } from './steps.tsx';

const extras = { Lines, Between, Paying, SecondStep };

/** An operation of any kind, with all that may come to it. */
export default function OperationView(props: { actor: OperationActor; actions?: ReactNode }) {
  return <OperationSteps {...props} extras={extras} />;
}

/** The same in its flow, to the receipt. */
export const AnyOperating = (props: OperatingProps) => <Operating {...props} extras={extras} />;
