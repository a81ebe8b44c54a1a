import { newName } from './names.ts';

/** What chance gives to one popup: an id of its own, and one of so many faces, from 1. */
export const drawChance = ({ avatars }: { avatars: number }): Promise<{ id: string; avatar: number }> => {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  // Of two tabs that show one payment the lower id goes first: a journal keeps what tells that.
  return Promise.resolve({ id: newName(), avatar: (drawn % avatars) + 1 });
};
