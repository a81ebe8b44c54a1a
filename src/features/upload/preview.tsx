import FileText from 'lucide-react/icons/file-text';
import { heldFile, heldPicture } from '../../house/held-files.ts';
import { heldCamera } from '../../house/held-camera.ts';
import { formatSize } from '../../i18n/size.ts';
import { useWords } from '../../i18n/words.ts';
import type { UploadSnapshot } from './upload.view.tsx';
import css from './upload.module.css';

/** The picture in hand as it will be sent; where this page has none to show, as of a scan, what the file is called. */
export function Preview({ snapshot }: { snapshot: UploadSnapshot }) {
  const { t, locale } = useWords();
  const { file, turn, side } = snapshot.context;
  const address = file && file.kind !== 'pdf' ? heldPicture(file.handle) : undefined;
  return (
    <div className={css['place']}>
      {address === undefined ? (
        <>
          <FileText size={32} aria-hidden="true" />
          {file && (
            <p className={css['named']}>
              <bdi>{heldFile(file.handle)?.name ?? file.kind.toUpperCase()}</bdi> {formatSize(file.size, locale)}
            </p>
          )}
        </>
      ) : (
        <img
          className={css['picture']}
          data-turn={turn}
          src={address}
          alt={t('upload.preview', { side: t(`verification.side.${side}`) })}
        />
      )}
    </div>
  );
}

/** What the camera sees. */
export function Viewfinder() {
  const { t } = useWords();
  return (
    <div className={css['place']}>
      <video
        className={css['picture']}
        aria-label={t('upload.camera.picture')}
        autoPlay
        muted
        playsInline
        ref={(video) => {
          if (video) video.srcObject = heldCamera();
        }}
      />
    </div>
  );
}
