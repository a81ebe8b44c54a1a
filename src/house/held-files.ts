/** Files that a person gave on this page. They stay in its memory: what happens to them is told by a handle alone. */
const held = new Map<string, File>();
let given = 0;

/** The name of this page, which no other one has, nor this one when it is loaded anew. */
export const thisPage = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) =>
  part.toString(36).padStart(7, '0'),
).join('');

/** A form that is left lets its files lie: of those that nobody has said to need no more than these stay, and the oldest goes. */
const most = 20;
const needed = new Map<string, readonly string[]>();

/** Files that must stay until whoever needs them, by a name, needs none. */
export const needFiles = (who: string, handles: readonly string[]): void => void needed.set(who, handles);
export const needNoFiles = (who: string): void => void needed.delete(who);

/** Whether one that somebody needs is here: it would be lost with the page. */
export const holdsNeeded = (): boolean => [...needed.values()].some((handles) => handles.some((one) => held.has(one)));

/** Keeps a file until its turn is over, and gives its handle. */
export function holdFile(file: File): string {
  given += 1;
  // Some are kept on the device: none may be that of another page, or of this one before it was loaded anew.
  const handle = `file ${thisPage} ${given}`;
  held.set(handle, file);
  const spared = new Set([...needed.values()].flat());
  const [oldest, ...later] = [...held.keys()].filter((each) => !spared.has(each));
  if (later.length >= most && oldest !== undefined) dropFile({ handle: oldest });
  return handle;
}

/** Nobody needs it any more: neither it nor the address of its picture stays. */
export function dropFile({ handle }: { handle: string }): void {
  held.delete(handle);
  const address = pictures.get(handle);
  if (address === undefined) return;
  URL.revokeObjectURL(address);
  pictures.delete(handle);
}

/** Another person, or nobody, is at this page. */
export const dropFiles = (): void => {
  needed.clear();
  for (const handle of [...held.keys()]) dropFile({ handle });
};

/** The file of a handle that this page gave; undefined after a reload. */
export const heldFile = (handle: string): File | undefined => held.get(handle);

/** Whether a file lies in this page's memory: not after a reload, nor by the handle of another page. */
export const isHeld = (handle: string): boolean => held.has(handle);

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
