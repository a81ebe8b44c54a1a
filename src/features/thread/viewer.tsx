import { Dialog } from '@base-ui/react/dialog';
import ImageIcon from 'lucide-react/icons/image';
import type { MessageFile } from '../../../contract/chat.ts';
import { heldPicture } from '../../house/held-files.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useFrame, useLookedAt } from '../../ui/frame.ts';
import type { ThreadActor } from './thread.view.tsx';
import css from './viewer.module.css';

/** A picture as it was sent, over the whole page. The focus is held inside, and goes back where it was. */
export function Viewer({ actor, file, picture }: { actor: ThreadActor; file: MessageFile; picture: string }) {
  const { t } = useWords();
  const frame = useFrame();
  const { name, width, height } = file;
  const address = heldPicture(picture);
  const close = () => actor.send({ type: 'user.picture closed' });
  return (
    <Dialog.Root open modal={!useLookedAt()} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal {...(frame && { container: frame })}>
        <Dialog.Backdrop className={css['scrim']} />
        <Dialog.Popup className={css['window']}>
          <Dialog.Title className={css['title']}>
            <bdi>{name}</bdi>
          </Dialog.Title>
          {address === undefined ? (
            <ImageIcon size={32} aria-label={t('thread.picture', { name })} />
          ) : (
            <img
              className={css['picture']}
              src={address}
              alt={t('thread.picture', { name })}
              width={width}
              height={height}
            />
          )}
          <Button says="user.picture closed" onClick={close}>
            {t('thread.picture.close')}
          </Button>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
