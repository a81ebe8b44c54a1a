/** The most words of a name that are shown. */
const most = 3;

/** Its first letter or figure, where it has more than that: nothing is shown whole. */
const begun = (word: string): string => {
  const signs = word.match(/[\p{L}\p{N}]\p{M}*/gu) ?? [];
  return `${signs.length > 1 ? signs[0] : ''}•••`;
};

/** `p•••@e•••.com`. */
const maskAddress = (email: string): string => {
  const [domain, local] = [email.slice(email.lastIndexOf('@') + 1), email.slice(0, email.lastIndexOf('@'))];
  return `${begun(local)}@${begun(domain.slice(0, domain.indexOf('.')))}${domain.slice(domain.lastIndexOf('.'))}`;
};

/**
 * What somebody is called to whom they pay, or who is paid by them: `П••• П•••` by the name that they have given, else
 * their e-mail address. Who knows them recognises it, who does not learns nothing.
 */
export const maskedName = ({ name, email }: { name: string | null; email: string }): string => {
  const words = (name ?? '').split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length === 0 ? maskAddress(email) : words.slice(0, most).map(begun).join(' ');
};
