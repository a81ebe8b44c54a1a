import Check from 'lucide-react/icons/check';
import { useWords } from '../../i18n/words.ts';
import css from './card-order.module.css';

const steps = ['fill', 'review', 'make'] as const;
export type OrderStep = (typeof steps)[number];

/** Where an order stands: filled in, looked over, made. */
export function OrderSteps({ now, made = false }: { now: OrderStep; made?: boolean }) {
  const { t } = useWords();
  const at = steps.indexOf(now);
  return (
    <ol className={css['steps']} aria-label={t('card_order.steps')}>
      {steps.map((step, index) => {
        const isDone = index < at || made;
        return (
          <li
            key={step}
            className={css['step']}
            data-state={isDone ? 'done' : index === at ? 'now' : 'next'}
            aria-current={index === at && !made ? 'step' : undefined}
          >
            <span className={css['mark']} aria-hidden="true">
              {isDone ? <Check size={14} strokeWidth={3} /> : index + 1}
            </span>
            <span>{t(`card_order.step.${step}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
