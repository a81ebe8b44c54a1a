/** Gives the person a file. */
export function handOutFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The same for what was written here, as JSON. */
export const handOut = (name: string, parts: readonly string[]): void =>
  handOutFile(name, new Blob([...parts], { type: 'application/json' }));
