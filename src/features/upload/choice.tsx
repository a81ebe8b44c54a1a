import Camera from 'lucide-react/icons/camera';
import Upload from 'lucide-react/icons/upload';
import { documentMedia } from '../../../contract/verification.ts';
import { holdFile } from '../../house/held-files.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { saying } from '../../ui/says.ts';
import type { UploadActor, UploadSnapshot } from './upload.view.tsx';
import css from './upload.module.css';

interface ChoiceProps {
  actor: UploadActor;
  snapshot: UploadSnapshot;
  /** Something is there already: another takes its place. */
  another?: boolean;
  invalid?: boolean;
  /** The ids of what says what it may be, and what is wrong with it. */
  describedBy?: string | undefined;
}

/** A file of this device, or a photo: whatever becomes of the camera, a file can be chosen. */
export function Choice({ actor, snapshot, another = false, invalid = false, describedBy }: ChoiceProps) {
  const { t } = useWords();
  const { side: field } = snapshot.context;
  const words = t(another ? 'upload.replace' : 'upload.choose');
  const side = t(`verification.side.${field}`);
  const wanted = { type: 'user.camera wanted', field } as const;
  return (
    <>
      <div className={css['choice']} data-wrong={invalid || undefined}>
        <span className={css['words']} aria-hidden="true">
          <Upload size={20} />
          {words}
        </span>
        <input
          {...saying({ says: 'user.file given', saysFor: field })}
          className={css['input']}
          type="file"
          accept={documentMedia.join()}
          aria-label={`${words}: ${side}`}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file chosen again is a choice too.
            event.target.value = '';
            if (file) actor.send({ type: 'user.file given', field, value: holdFile(file) });
          }}
        />
      </div>
      {snapshot.can(wanted) && (
        <Button
          icon={<Camera size={20} aria-hidden="true" />}
          says={wanted.type}
          saysFor={field}
          aria-label={`${t('upload.camera')}: ${side}`}
          onClick={() => actor.send(wanted)}
        >
          {t('upload.camera')}
        </Button>
      )}
    </>
  );
}
