import type { DayLeft } from '../../../contract/payment.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';

/** What helps where the day's limit is in the way: when it lets through again, and whether it can be raised. */
export function DayWay({ today }: { today: DayLeft }) {
  const { t, locale } = useWords();
  return (
    <>
      {today.again_at !== undefined && ` ${t('amount.today.again', { when: formatDateTime(today.again_at, locale) })}`}
      {today.verification && (
        <>
          {' '}
          <a href="/settings/verification">{t('amount.today.verify')}</a>
        </>
      )}
    </>
  );
}
