import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ArticleSummary } from '../../../contract/calls/content.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Surface } from '../../ui/surface.tsx';
import css from './article.module.css';

/** What there is to read: each row is a link to its text. */
export const ArticleRows = ({ articles, busy }: { articles: readonly ArticleSummary[]; busy: boolean }) => (
  <Surface flush>
    <ul aria-busy={busy}>
      {articles.map(({ id, title, summary }) => (
        <li key={id} className={css['item']}>
          <a className={css['row']} href={`/article/${id}`}>
            <span className={css['names']}>
              <strong>{title}</strong>
              <span className={css['summary']}>{summary}</span>
            </span>
            <ChevronRight size={20} aria-hidden="true" className={css['arrow']} />
          </a>
        </li>
      ))}
    </ul>
  </Surface>
);

/** Rows that are not there yet. */
export const ArticleRowsSkeleton = () => (
  <Surface flush>
    {[0, 1, 2, 3, 4, 5].map((row) => (
      <div key={row} className={css['item']}>
        <div className={css['row']}>
          <span className={css['names']}>
            <Skeleton width="medium" />
            <Skeleton width="long" />
          </span>
        </div>
      </div>
    ))}
  </Surface>
);
