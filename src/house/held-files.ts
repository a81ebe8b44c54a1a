/** Files that a person gave on this page. They stay in its memory: what happens to them is told by a handle alone. */
const held = new Map<string, File>();
let given = 0;

/** More are never sent at once; the oldest goes. */
const most = 20;

/** Keeps a file until its turn is over, and gives its handle. */
export function holdFile(file: File): string {
  given += 1;
  const handle = `file ${given}`;
  held.set(handle, file);
  const [oldest] = held.keys();
  if (held.size > most && oldest !== undefined) {
    held.delete(oldest);
    URL.revokeObjectURL(pictures.get(oldest) ?? '');
    pictures.delete(oldest);
  }
  return handle;
}

/** The file of a handle that this page gave; undefined after a reload. */
export const heldFile = (handle: string): File | undefined => held.get(handle);

const pictures = new Map<string, string>();

/** An address of this page alone, under which a held picture can be seen; undefined after a reload. */
export function heldPicture(handle: string): string | undefined {
  const file = held.get(handle);
  const known = pictures.get(handle);
  if (known !== undefined || !file) return known;
  const made = URL.createObjectURL(file);
  pictures.set(handle, made);
  return made;
}
