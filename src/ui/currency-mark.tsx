import { ownPath } from '../../machines/residents/navigation/address.ts';
import css from './currency-mark.module.css';

interface CurrencyMarkProps {
  /** Where the server says that the picture is: shown when it is a path of ours. */
  logo: string | undefined;
  size?: 'small' | 'medium' | 'large';
}

const pixels = { small: 20, medium: 24, large: 36 };

/** A currency's picture in its own circle. The code always stands beside it in words, so a reader skips the picture. */
export function CurrencyMark({ logo, size = 'medium' }: CurrencyMarkProps) {
  const picture = logo === undefined ? undefined : ownPath(logo);
  if (picture === undefined) return <span className={css['mark']} data-size={size} />;
  return (
    <img className={css['mark']} data-size={size} src={picture} alt="" width={pixels[size]} height={pixels[size]} />
  );
}
