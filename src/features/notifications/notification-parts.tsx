import { useMemo } from 'react';
import type { Notification } from '../../../contract/entities.ts';
import { withoutAmount } from '../../../machines/form/told-amount.ts';
import { amountMask } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { useConcealed } from '../../ui/concealed.ts';
import { Row, VisuallyHidden } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { Tone } from '../../ui/notice.tsx';
import { SafeHtml } from '../../ui/safe-html/safe-html.tsx';
import { linkWithin } from '../parts/link-within.ts';

/** What each kind looks like; none is told by its colour alone. */
export const toneOf: Record<Notification['type'], Tone> = {
  danger: 'danger',
  success: 'success',
  secondary: 'neutral',
};

interface PartsProps {
  notification: Notification;
  origins: readonly string[];
}

/** The text of a notification; while amounts are hidden, without how much came. */
export function NotificationText({ notification: { notification_id: id, text }, origins }: PartsProps) {
  const { t } = useWords();
  const concealed = useConcealed();
  const linkOf = useMemo(() => linkWithin(origins), [origins]);
  const html = concealed ? withoutAmount(id, text, amountMask) : text;
  if (html === null) return <p>{t('ui.amount.hidden')}</p>;
  return <SafeHtml html={html} linkOf={linkOf} outside={t('article.outside')} table={t('article.table')} />;
}

/** Where its buttons lead: to a place of ours, or to a published site. One that leads elsewhere is not there. */
export function NotificationButtons({
  notification,
  origins,
  onFollow,
}: PartsProps & { onFollow?: (path: string) => void }) {
  const { t } = useWords();
  const linkOf = useMemo(() => linkWithin(origins), [origins]);
  const links = notification.buttons.flatMap(({ url, title }) => {
    const link = linkOf(url);
    return link ? [{ title, link }] : [];
  });
  if (links.length === 0) return null;
  return (
    <Row>
      {links.map(({ title, link }) =>
        link.kind === 'own' ? (
          <LinkButton
            key={title}
            href={link.path}
            size="small"
            {...(onFollow && { says: 'user.followed', saysValue: link.path, onFollow: () => onFollow(link.path) })}
          >
            {title}
          </LinkButton>
        ) : (
          <LinkButton key={title} href={link.href} size="small" outside>
            {title}
            <VisuallyHidden> {t('article.outside')}</VisuallyHidden>
          </LinkButton>
        ),
      )}
    </Row>
  );
}
