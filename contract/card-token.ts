import * as z from 'zod/mini';

/** A card that its provider has seen: what we know of it. */
export const cardToken = z.object({
  token: z.string().check(z.regex(/^tok_[A-Za-z0-9]{16,64}$/)),
  brand: z.string().check(z.maxLength(20)),
  last_four: z.string().check(z.regex(/^\d{4}$/)),
});
export type CardToken = z.infer<typeof cardToken>;
