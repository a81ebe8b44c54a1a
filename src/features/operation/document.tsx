import { operationFile } from '../../../contract/calls/operation.ts';
import { formatSize } from '../../i18n/size.ts';
import { useWords } from '../../i18n/words.ts';
import type { DocumentProps } from './details.tsx';

const placeOf = ({ id, field }: DocumentProps['file']): string =>
  operationFile.path.replace(':id', encodeURIComponent(id)).replace(':field', encodeURIComponent(field));

/** A document that was sent along: its name leads to it. It is saved, never opened here. */
export function Document({ name, file }: DocumentProps) {
  const { locale } = useWords();
  return (
    <>
      <a href={placeOf(file)} download>
        {name}
      </a>{' '}
      {formatSize(file.size, locale)}
    </>
  );
}
