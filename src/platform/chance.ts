/** What chance gives to one popup: an id of its own, and one of so many faces, from 1. */
export const drawChance = ({ avatars }: { avatars: number }): Promise<{ id: string; avatar: number }> => {
  const [drawn = 0, ...rest] = crypto.getRandomValues(new Uint32Array(4));
  const id = rest.map((part) => part.toString(36).padStart(7, '0')).join('');
  return Promise.resolve({ id, avatar: (drawn % avatars) + 1 });
};
