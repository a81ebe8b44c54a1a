import { useWords } from '../../i18n/words.ts';
import { timeAtServer } from '../../../machines/operation/due.ts';
import { useTold } from '../../ui/told.ts';
import { sayProgress, type ProgressProps } from './progress.tsx';
import { sayReview, type ReviewProps } from './review.tsx';
import { Sheet } from './sheet.tsx';

const isUnderWay = (props: ReviewProps | ProgressProps): props is ProgressProps =>
  props.step === 'tracking' || props.step === 'finding out';

/** An operation that has terms and has not ended. */
export function Standing(props: ReviewProps | ProgressProps) {
  const { operation, extras, snapshot } = props;
  const voice = { ...useWords(), told: useTold() };
  const name = isUnderWay(props) ? 'progress' : 'review';
  const said = isUnderWay(props) ? sayProgress(props, voice) : sayReview(props, voice);
  const now = timeAtServer(operation, snapshot.context);
  return <Sheet {...said} {...{ name, operation, extras, now }} />;
}
