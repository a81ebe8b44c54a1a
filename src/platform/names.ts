const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 20;
const fewestLetters = 6;

const draw = (): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => signs[byte % signs.length]).join('');

/** A name that nobody has given to anything yet, as the server names operations. */
export function newName(): string {
  let name = draw();
  while (name.replaceAll(/\d/g, '').length < fewestLetters) name = draw();
  return name;
}
