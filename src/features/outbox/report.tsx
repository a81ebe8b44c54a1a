import type { OutFile } from '../../../machines/outbox/outbox.context.ts';
import { heldFile } from '../../house/held-files.ts';
import { useWords } from '../../i18n/words.ts';
import { scrolled } from '../../ui/scrolled.ts';
import css from './outbox.module.css';

/** As much of a record as a page can show at once, in bytes. */
const shown = 200_000;

/** What happened on this page as it will be sent, word for word; of a very long one the beginning. */
export function Report({ file: { handle, size, count = 0 } }: { file: OutFile }) {
  const { t } = useWords();
  const read = (details: HTMLDetailsElement) => {
    const place = details.querySelector('pre');
    if (!details.open || !place || place.textContent !== '') return;
    void heldFile(handle)
      ?.slice(0, shown)
      .text()
      .then(
        (text) => {
          place.textContent = size > shown ? `${text}\n…` : text;
        },
        () => {},
      );
  };
  return (
    <div className={css['report']}>
      <p>{t('outbox.report.text', { count })}</p>
      <details onToggle={(event) => read(event.currentTarget)}>
        <summary>{t('outbox.report.look')}</summary>
        <pre {...scrolled} className={css['journal']} aria-label={t('thread.journal')} dir="ltr" />
      </details>
    </div>
  );
}
