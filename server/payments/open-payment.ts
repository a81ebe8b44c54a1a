import type { RawBuilder } from 'kysely';
import type { Fact } from '../../contract/operation.ts';
import type { Field, PaymentAsk } from '../../contract/payment.ts';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { newOperationId } from '../ledger/ids.ts';
import { plain } from '../money/decimal.ts';
import type { Quote } from '../money/quote.ts';
import { openOperation } from '../operations/open.ts';
import type { OperationRow } from '../operations/row.ts';
import { documentFacts, documentsOf, keepDocuments } from './documents.ts';
import { methodName, providerOf, type Method } from './methods.ts';
import { networkNames } from './networks.ts';
import { newStatusPath } from './status-path.ts';
import { textsOf } from './values.ts';

interface Priced {
  kind: 'deposit' | 'purchase';
  method: Method;
  fields: Field[];
  quote: Quote;
  rate: string;
  expires: RawBuilder<string>;
}

/** Keeps what is going to be paid from outside as an open operation. In a transaction. @throws Refusal as `openOperation`. */
export const openPayment = async (
  ctx: SignedInCtx,
  db: Db,
  { kind, method, fields, quote, rate, expires }: Priced,
  ask: PaymentAsk,
): Promise<OperationRow> => {
  const { account, locale } = ctx;
  const values = textsOf(fields, ask);
  const documents = await documentsOf(fields, ask);
  const { network } = method.row;
  const facts: Fact[] = [{ label: 'method', text: methodName(method, locale) }];
  if (network !== null) facts.push({ label: 'network', text: networkNames[network] });
  if (values['email'] !== undefined) facts.push({ label: 'email', text: values['email'] });
  facts.push(...documentFacts(documents));
  const details: OperationRow['details'] = {
    method: method.row.id,
    provider: providerOf(method),
    seconds: method.row.minutes_to * 60,
    values,
    facts,
    fee: { percent: method.row.percent, minimum: method.row.fee_minimum },
  };
  const row = await openOperation(ctx, db, {
    id: newOperationId(),
    account_id: account.id,
    kind,
    give_currency: method.give.code,
    give: quote.give.toFixed(),
    get_currency: method.get.code,
    get: quote.get.toFixed(),
    fee: quote.fee.toFixed(),
    rate,
    asked_side: ask.side,
    asked_amount: plain(ask.amount),
    terms_version: method.row.version,
    details: JSON.stringify(details),
    expires_at: expires,
    status_path: newStatusPath(),
  });
  await keepDocuments(db, row, documents);
  return row;
};
