import css from './currency-mark.module.css';

interface CurrencyMarkProps {
  /** Where the server says that the picture is. */
  logo: string | undefined;
  size?: 'small' | 'medium' | 'large';
}

const pixels = { small: 20, medium: 24, large: 36 };

/** A currency's picture in its own circle. The code always stands beside it in words, so a reader skips the picture. */
export const CurrencyMark = ({ logo, size = 'medium' }: CurrencyMarkProps) =>
  logo ? (
    <img className={css['mark']} data-size={size} src={logo} alt="" width={pixels[size]} height={pixels[size]} />
  ) : (
    <span className={css['mark']} data-size={size} />
  );
