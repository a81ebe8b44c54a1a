/** Hands the event on as it is, where an action or a guard wants what stands in it: `params: given`. */
export const given = <E>({ event }: { event: E }): E => event;
