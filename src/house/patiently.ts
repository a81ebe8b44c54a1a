const first = 1_000;
const longest = 10_000;

/**
 * A part of the page that is fetched when it is first needed, and again until it comes: what stands around it works
 * meanwhile, and nobody could do anything else about it. After `tries` it rejects with what went wrong.
 */
export const patiently = async <Part>(fetchPart: () => Promise<Part>, tries = Infinity): Promise<Part> => {
  for (let pause = first, left = tries; ; pause = Math.min(pause * 2, longest)) {
    try {
      return await fetchPart();
    } catch (error) {
      left -= 1;
      if (left < 1) throw error;
      await new Promise((waited) => setTimeout(waited, pause));
    }
  }
};
