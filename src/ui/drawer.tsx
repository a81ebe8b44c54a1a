import X from 'lucide-react/icons/x';
import { useId, useImperativeHandle, useRef, useState, type MouseEvent, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useWords } from '../i18n/words.ts';
import { IconButton } from './icon-button.tsx';
import { join } from './join.ts';
import { heading } from './top.ts';
import css from './drawer.module.css';

/** What whoever shows a drawer may do with it. */
export interface DrawerHandle {
  open(): void;
  close(): void;
}

interface DrawerProps {
  ref: Ref<DrawerHandle>;
  id: string;
  title: string;
  side?: 'start' | 'end';
  children: ReactNode;
}

/** A press beside what is inside, from its beginning on, or one on a link that takes this page elsewhere. */
const leadsOut = (
  { target, currentTarget, metaKey, ctrlKey, shiftKey }: MouseEvent<HTMLDialogElement>,
  begun: EventTarget | null,
): boolean =>
  (target === currentTarget && begun === currentTarget) ||
  (target instanceof Element && target.closest('a[href]') !== null && !(metaKey || ctrlKey || shiftKey));

/**
 * A sheet from the side, over the page, that scrolls by itself. The browser holds the focus inside, closes on Escape and
 * gives the focus back, to the heading of the page where its opener has gone; while it is closed nothing of it is in the page.
 */
export function Drawer({ ref, id, title, side = 'end', children }: DrawerProps) {
  const { t } = useWords();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element>(null);
  /** Where the press that goes on has begun: who marks words inside may end beside them. */
  const begun = useRef<EventTarget>(null);
  useImperativeHandle(
    ref,
    () => ({
      open: () => {
        opener.current = document.activeElement;
        // The focus needs somewhere to go when the browser shows it.
        flushSync(() => setOpen(true));
        if (!dialog.current?.open) dialog.current?.showModal();
      },
      close: () => dialog.current?.close(),
    }),
    [],
  );
  const leave = () => {
    const held = document.activeElement;
    const isHeldElsewhere = held !== document.body && !dialog.current?.contains(held);
    // The browser gives it to nobody where what opened the drawer has gone meanwhile.
    if (!isHeldElsewhere && !opener.current?.isConnected) heading()?.focus({ preventScroll: true });
    setOpen(false);
  };
  return (
    // The keyboard has Escape, the cross and the links themselves.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      id={id}
      className={join(css['drawer'], css[side])}
      aria-labelledby={titleId}
      onClose={leave}
      onPointerDown={({ target }) => {
        begun.current = target;
      }}
      onClick={(event) => leadsOut(event, begun.current) && event.currentTarget.close()}
    >
      {isOpen && (
        <>
          <div className={css['head']}>
            <h2 className={css['title']} id={titleId}>
              {title}
            </h2>
            <IconButton label={t('ui.close')} onClick={() => dialog.current?.close()}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </div>
          <div className={css['body']}>{children}</div>
        </>
      )}
    </dialog>
  );
}
