import { troubleOf, type Trouble } from '../form/trouble.ts';

/** Why a link of a letter was not read: what is no token at all was not copied as a whole, or something was added to it. */
export const linkTrouble = (error: unknown): Trouble => {
  const trouble = troubleOf(error);
  return trouble.code === 'not_found' ? { code: 'link_invalid' } : trouble;
};
