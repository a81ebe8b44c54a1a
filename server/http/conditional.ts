const strong = (tag: string): string => tag.replace(/^W\//, '');

/** Whether `If-None-Match` names this ETag; a proxy may have made it weak. */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || strong(tag.trim()) === strong(etag));
