import * as z from 'zod/mini';

/** What letters are about. Those of security are always sent: they tell of what somebody else may have done. */
export const letterKinds = ['security', 'operations'] as const;
export const optionalLetters = ['operations'] as const;
export type OptionalLetter = (typeof optionalLetters)[number];

/** `locked`: it cannot be turned off. */
const letterSetting = z.object({ kind: z.enum(letterKinds), on: z.boolean(), locked: z.boolean() });
export type LetterSetting = z.infer<typeof letterSetting>;
export const mailing = z.object({ items: z.array(letterSetting) });
