const form = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;

/** A zone of the IANA database as it is named, `UTC` for what names none. */
export const zoneOf = (name: string | undefined): string => {
  if (name === undefined || !form.test(name)) return 'UTC';
  try {
    return Temporal.Now.zonedDateTimeISO(name).timeZoneId;
  } catch {
    return 'UTC';
  }
};
