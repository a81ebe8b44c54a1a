import * as z from 'zod/mini';
import { currencyCode, decimal } from '../../contract/money.ts';
import { providerNames } from './provider.ts';

/**
 * What a provider says of a payment, by callback or when it is asked. `id` is its own name of this news: the same id is
 * the same news. `order` is our operation's id; `at` when it was paid.
 */
export const paymentNews = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  provider: z.enum(providerNames),
  order: z.string(),
  status: z.enum(['received', 'declined', 'cancelled']),
  currency: currencyCode,
  amount: decimal,
  at: z.iso.datetime(),
});
export type PaymentNews = z.infer<typeof paymentNews>;
