import type { ReactNode } from 'react';
import type { SiteSettings } from '../../../contract/entities.ts';
import { readLink } from '../../../machines/residents/navigation/link.ts';
import { useWords } from '../../i18n/words.ts';
import { VisuallyHidden } from '../../ui/layout.tsx';
import css from './footer.module.css';

/** Their marks are plain shapes of our own, in one grey that both themes show. */
const partners = [
  { key: 'trust', name: 'Trust', file: 'trust.png' },
  { key: 'bestchange', name: 'BestChange', file: 'bestchange.svg' },
  { key: 'curve_color', name: 'Curve', file: 'curve_color.svg' },
  { key: 'pancakeswap', name: 'PancakeSwap', file: 'pancakeswap.svg' },
  { key: 'quickswap', name: 'QuickSwap', file: 'quickswap.svg' },
  { key: 'dodo', name: 'DODO', file: 'dodo.svg' },
  { key: 'dydx', name: 'dYdX', file: 'dydx.svg' },
  { key: 'kyberswap', name: 'KyberSwap', file: 'kyberswap.svg' },
  { key: 'thorswap', name: 'THORSwap', file: 'thorswap.svg' },
  { key: 'uniswap', name: 'Uniswap', file: 'uniswap.svg' },
] as const;

/** The address of the listing of rates, when the site has published its origin. */
const listingOf = (settings: SiteSettings | null): string | undefined => {
  const link = readLink(settings?.rate_listing_url ?? '', settings?.origins ?? []);
  return link?.kind === 'outward' ? link.href : undefined;
};

function Listing({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useWords();
  return (
    <a className={css['partner']} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden>{` (${t('footer.outside')})`}</VisuallyHidden>
    </a>
  );
}

/** The ten partners; one leads to its listing of rates. */
export function Partners({ settings }: { settings: SiteSettings | null }) {
  const { t } = useWords();
  const listing = listingOf(settings);
  return (
    <section aria-labelledby="partners">
      <h2 className={css['heading']} id="partners">
        {t('footer.partners')}
      </h2>
      <ul className={css['partners']}>
        {partners.map(({ key, name, file }) => {
          const inside = (
            <>
              <img src={`/logos/${file}`} alt="" width="24" height="24" loading="lazy" decoding="async" />
              {name}
            </>
          );
          return (
            <li key={key} data-partner={key}>
              {key === 'bestchange' && listing ? (
                <Listing href={listing}>{inside}</Listing>
              ) : (
                <span className={css['partner']}>{inside}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
