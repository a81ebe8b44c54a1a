import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { menusMachine } from '../../../machines/residents/menus/menus.machine.ts';
import type { siteMachine } from '../../../machines/residents/site/site.machine.ts';
import { useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import ThemeView from '../theme/theme.view.tsx';
import css from './frame.module.css';

const productOf = ({ context }: SnapshotFrom<typeof siteMachine>) => context.product;
/** The year is the server's: this device may think otherwise. */
const yearOf = ({ context }: SnapshotFrom<typeof menusMachine>) => context.now?.slice(0, 4) ?? '';

export function Footer() {
  const { t } = useWords();
  const product = useSelector(useResident('site'), productOf);
  const year = useSelector(useResident('menus'), yearOf);
  return (
    <footer className={css['footer']}>
      <p>{t('frame.copyright', { year, product })}</p>
      <ThemeView actor={useResident('theme')} />
    </footer>
  );
}
