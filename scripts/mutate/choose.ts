/** Some of the items, the same ones for the same seed, in the order in which they stood. */
export function some<Item>(items: readonly Item[], max: number, seed: number): Item[] {
  if (items.length <= max) return [...items];
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const drawn = items.map((item, at) => ({ item, at, lot: next() })).toSorted((one, other) => one.lot - other.lot);
  return drawn
    .slice(0, max)
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
