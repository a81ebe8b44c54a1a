import MessageCircle from 'lucide-react/icons/message-circle';
import X from 'lucide-react/icons/x';
import { useWords } from '../../i18n/words.ts';
import { useLeftFocus } from '../../ui/handed-focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import css from './offer.module.css';

interface OfferBoxProps {
  text: string;
  /** What leads to the chat, and where that is. */
  open: string;
  href: string;
  /** Another chat, offered beside it. */
  also?: { open: string; href: string } | undefined;
  says: string;
  onLater: () => void;
}

/** The way to a chat, offered in a corner: it stays until it is taken or put off. It stands in a live area. */
export function OfferBox({ text, open, href, also, says, onLater }: OfferBoxProps) {
  const { t } = useWords();
  return (
    <div ref={useLeftFocus()} className={css['offer']}>
      <MessageCircle size={20} aria-hidden="true" className={css['icon']} />
      <p>{text}</p>
      <IconButton label={t('offer.later')} says={says} onClick={onLater} className={css['later']}>
        <X size={16} aria-hidden="true" />
      </IconButton>
      <div className={css['ways']}>
        <LinkButton href={href} size="small">
          {open}
        </LinkButton>
        {also && (
          <LinkButton href={also.href} size="small">
            {also.open}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
