/** The query that the page was loaded with: what is in the address by now, the person has gone to since. */
export const loadedQuery = (): URLSearchParams => {
  const [loaded] = performance.getEntriesByType('navigation');
  return new URL(loaded?.name ?? location.href).searchParams;
};
