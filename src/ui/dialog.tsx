import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { useWords } from '../i18n/words.ts';
import { useFrame, useLookedAt } from './frame.ts';
import { saying, type Says } from './says.ts';
import { heading } from './top.ts';
import css from './dialog.module.css';

interface DialogProps extends Says {
  open: boolean;
  /** Asked for by Escape, the cross or a click beside; the machine decides. */
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence below the title. */
  description?: string | undefined;
  children?: ReactNode;
  /** The answers, the main one first in reading order. */
  actions?: ReactNode;
  /** Only an answer closes it: no cross, no Escape, no click beside. */
  firm?: boolean;
  /** Nobody called it: what is pressed next was meant for what stood there, so the focus comes to its title and to no button. */
  unasked?: boolean;
  /** Which of those that stand in it one behind the other: the next one has the focus on its title, whatever closed the one before. */
  turn?: string;
  /** Whether the focus goes back where it was: another screen that has come takes it for itself. */
  goesBack?: (() => boolean) | undefined;
}

const stays = () => false;

/** In place of the heading, where a form was sent: its field. */
const form = (): HTMLElement | null => document.querySelector('#main form input:not([type="file"], :disabled)');

/**
 * The window itself, for as long as it stands. What a person called has come from a control, which gets the focus back as
 * long as it is there. A firm one comes by itself: the form that was sent is another one when it is back, and its field is to
 * be found anew.
 */
function Popup({
  goesBack,
  firm,
  first,
  children,
}: Pick<DialogProps, 'goesBack' | 'firm' | 'children'> & { first: RefObject<HTMLElement | null> | true }) {
  const [held] = useState(() => document.activeElement);
  const back = () => {
    if (goesBack && !goesBack()) return false;
    const stands = held instanceof HTMLElement && held.isConnected;
    if (!firm) return stands || (heading() ?? true);
    return stands && held.tabIndex >= 0 ? held : (form() ?? heading() ?? true);
  };
  return (
    <Base.Popup className={css['window']} initialFocus={first} finalFocus={back}>
      {children}
    </Base.Popup>
  );
}

/** Title, words, answers. The focus is held inside, and goes back where it was. `says` is the event of its cross. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  firm = false,
  unasked = false,
  turn,
  goesBack,
  says,
  saysValue,
  saysFor,
}: DialogProps) {
  const { t } = useWords();
  const frame = useFrame();
  const lookedAt = useLookedAt();
  const titled = useRef<HTMLHeadingElement>(null);
  const last = useRef(turn);
  useEffect(() => {
    if (last.current !== turn && !lookedAt) titled.current?.focus();
    last.current = turn;
  }, [turn, lookedAt]);
  return (
    <Base.Root
      open={open}
      modal={!lookedAt}
      onOpenChange={(next) => (next || !firm) && onOpenChange(next)}
      disablePointerDismissal={firm}
    >
      <Base.Portal {...(frame && { container: frame })}>
        <Base.Backdrop className={css['scrim']} />
        <Popup goesBack={lookedAt ? stays : goesBack} firm={firm} first={unasked ? titled : true}>
          <div className={css['head']}>
            {/* A title of its own for each: one that has the focus already would be read to nobody. */}
            <Base.Title key={turn} ref={titled} tabIndex={-1} className={css['title']}>
              {title}
            </Base.Title>
            {!firm && (
              <Base.Close className={css['close']} aria-label={t('ui.close')} {...saying({ says, saysValue, saysFor })}>
                <X size={20} aria-hidden="true" />
              </Base.Close>
            )}
          </div>
          {description && <Base.Description className={css['description']}>{description}</Base.Description>}
          {children}
          {actions && <div className={css['actions']}>{actions}</div>}
        </Popup>
      </Base.Portal>
    </Base.Root>
  );
}
