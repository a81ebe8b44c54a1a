const first = 1_000;
const longest = 10_000;

/** So many ms, or until the line is back. Resolves with whether it is. */
const pauseOf = (ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const over = (isBack: boolean) => {
      clearTimeout(timer);
      removeEventListener('online', back);
      resolve(isBack);
    };
    const timer = setTimeout(over, ms, false);
    const back = () => over(true);
    addEventListener('online', back);
  });

/**
 * A part of the page that is fetched when it is first needed, and again until it comes: what stands around it works
 * meanwhile, and nobody could do anything else about it. After `tries` it rejects with what went wrong; those of before the line
 * came back do not count.
 */
export const patiently = async <Part>(fetchPart: () => Promise<Part>, tries = Infinity): Promise<Part> => {
  for (let pause = first, left = tries - 1; ; left -= 1) {
    try {
      return await fetchPart();
    } catch (error) {
      if (left < 1) throw error;
      if (await pauseOf(pause)) [pause, left] = [first, tries];
      else pause = Math.min(pause * 2, longest);
    }
  }
};
