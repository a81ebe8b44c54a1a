import { toId } from 'storybook/internal/csf';
import { sheetName } from '../stories/gallery/story-files.ts';
import { shelfOf } from '../stories/gallery/story-names.ts';
import { ArgsError } from './command.ts';
import { readModels } from './paths/models.ts';

/** A part of a sheet's name as the sheets have it. @throws ArgsError that says what there is, where none is called so. */
export async function sheetsNamed(wish: string): Promise<string> {
  const part = wish.toLowerCase();
  const sheets = [...(await readModels())].flatMap(([file, model]) =>
    model.view === undefined ? [] : [toId(shelfOf(`/${file}`, model), sheetName)],
  );
  if (sheets.some((sheet) => sheet.includes(part))) return part;
  const names = sheets.map((sheet) => sheet.split('--')[0]).toSorted();
  throw new ArgsError(`no sheet of the gallery is called ${wish}. There are: ${names.join(', ')}`);
}
