import { useSelector } from '@xstate/react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useMemo } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { articleMachine } from '../../../machines/flows/article/article.machine.ts';
import { formatDay } from '../../i18n/dates.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Page, Stack, Title, Way } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { SafeHtml } from '../../ui/safe-html/safe-html.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTop } from '../../ui/top.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { ArticleRows, ArticleRowsSkeleton } from './article-rows.tsx';
import { linkWithin } from '../parts/link-within.ts';
import css from './article.module.css';

export type ArticleActor = ActorRefFrom<typeof articleMachine>;
type Snapshot = SnapshotFrom<typeof articleMachine>;

const whole = (snapshot: Snapshot) => snapshot;
const originsOf = ({ context }: Snapshot) => context.origins;

/** One text of the site, or the list of all. */
export default function ArticleView({ actor }: { actor: ArticleActor }) {
  const { t, locale } = useWords();
  const snapshot = useSelector(actor, whole);
  const origins = useSelector(actor, originsOf);
  const linkOf = useMemo(() => linkWithin(origins), [origins]);
  const { id, article, articles, trouble } = snapshot.context;
  const isList = snapshot.hasTag('list');
  const isBusy = snapshot.hasTag('busy');
  const isAbsent = snapshot.hasTag('not found');
  const failed = snapshot.hasTag('attention') && trouble ? tellTrouble(trouble, t, locale) : undefined;
  const stage = failed ? 'failed' : isAbsent ? 'absent' : isList || article ? 'there' : 'coming';
  useTop(id ?? '');
  const heading = useHeadingFocus(`${id ?? ''} ${stage}`);
  const retry = (
    <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
      {t('form.retry')}
    </Button>
  );

  if (isList)
    return (
      <Page>
        <Stack gap={6}>
          <Title size="large" ref={heading}>
            {t('article.title')}
          </Title>
          {articles && articles.length > 0 && <ArticleRows articles={articles} busy={isBusy} />}
          {articles?.length === 0 && !isBusy && (
            <Surface>
              <EmptyState title={t('article.empty.title')} text={t('article.empty.text')} action={retry} />
            </Surface>
          )}
          {isBusy && !articles?.length && (
            <>
              <Waiting>{t('article.list.loading')}</Waiting>
              <ArticleRowsSkeleton />
            </>
          )}
          {failed && (
            <Surface>
              <ErrorState title={t('article.list.failed.title')} text={failed} action={retry} />
            </Surface>
          )}
        </Stack>
      </Page>
    );

  if (isAbsent)
    return (
      <Page>
        <EmptyState
          level={1}
          drawing="search"
          ref={heading}
          title={t('article.not_found.title')}
          text={t('article.not_found.text')}
          action={
            <LinkButton href="/article" variant="primary">
              {t('article.all')}
            </LinkButton>
          }
        />
      </Page>
    );

  return (
    <Page>
      <Stack gap={6}>
        <Way href="/article">
          <span className={css['back']}>
            <ArrowLeft size={16} aria-hidden="true" />
            {t('article.all')}
          </span>
        </Way>
        {article && !failed && (
          <article className={css['article']} aria-busy={isBusy}>
            <Title size="large" ref={heading}>
              {article.title}
            </Title>
            <p className={css['updated']}>{t('article.updated', { date: formatDay(article.updated_at, locale) })}</p>
            <SafeHtml html={article.html} linkOf={linkOf} outside={t('article.outside')} table={t('article.table')} />
          </article>
        )}
        {!article && isBusy && (
          <Stack gap={4}>
            <Skeleton of="title" width="long" />
            <Waiting>{t('article.loading')}</Waiting>
            <Skeleton of="block" />
          </Stack>
        )}
        {failed && (
          <ErrorState level={1} ref={heading} title={t('article.failed.title')} text={failed} action={retry} />
        )}
      </Stack>
    </Page>
  );
}
