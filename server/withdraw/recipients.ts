import { sql } from 'kysely';
import type { Fact, Operation } from '../../contract/operation.ts';
import type { SavedRecipient } from '../../contract/payment.ts';
import { shortened } from '../../contract/whom.ts';
import type { Db } from '../db/db.ts';
import type { OperationRow } from '../operations/row.ts';
import type { Method } from '../payments/methods.ts';
import { networkNames } from '../payments/networks.ts';
import type { Card } from '../providers/provider.ts';
import { bankName } from './banks.ts';

/** The most that a form offers, the newest first. */
const mostShown = 50;

/** Who gets the money, as it is compared, called and shown. */
export interface Recipient {
  target: string;
  name: string;
  facts: Fact[];
}

/** The recipient that values in their one spelling name; undefined for a card that nobody knows. `card`: the one they name. */
export const recipientOf = (
  { row }: Method,
  values: Record<string, string>,
  card: Card | undefined,
): Recipient | undefined => {
  const { iban = '', recipient = '', address = '', phone = '', bank = '', bic, comment } = values;
  const remark: Fact[] = comment === undefined ? [] : [{ label: 'comment', text: comment }];
  if (row.sent_by === 'phone')
    return {
      // Somebody has accounts at several banks, and a bank many numbers.
      target: `${phone} ${bank}`,
      name: `${phone}, ${bankName(bank)}`,
      facts: [{ label: 'phone', text: phone, exact: true }, { label: 'bank', text: bankName(bank) }, ...remark],
    };
  if (row.system === 'bank')
    return {
      target: iban,
      name: recipient,
      facts: [
        { label: 'recipient', text: recipient },
        { label: 'iban', text: iban, exact: true },
        ...(bic === undefined ? [] : [{ label: 'bic' as const, text: bic, exact: true }]),
        ...remark,
      ],
    };
  if (row.system === 'card') {
    const text = card && `${card.brand} •• ${card.last_four}`;
    return text === undefined
      ? undefined
      : { target: card?.fingerprint ?? '', name: text, facts: [{ label: 'card', text }] };
  }
  return {
    target: address,
    name: shortened(address),
    facts: [
      ...(row.network === null ? [] : [{ label: 'network' as const, text: networkNames[row.network] }]),
      { label: 'address', text: address, exact: true },
    ],
  };
};

/** Those to whom money went before in this way, the newest first. */
export const savedRecipients = async (db: Db, accountId: string, method: string): Promise<SavedRecipient[]> => {
  const rows = await db
    .selectFrom('recipients')
    .select(['id', 'name', 'values', 'used_at'])
    .where('account_id', '=', accountId)
    .where('method', '=', method)
    .orderBy('used_at', 'desc')
    .limit(mostShown)
    .execute();
  return rows;
};

/** How many characters of each end people compare. */
const ends = 4;
/** Of a phone with its bank it is the phone that is compared. */
const compared = (target: string): string => target.toLowerCase().split(' ', 1)[0] ?? '';
const looksLike = (one: string, other: string): boolean => {
  const [a, b] = [compared(one), compared(other)];
  return a !== b && a.slice(0, ends) === b.slice(0, ends) && a.slice(-ends) === b.slice(-ends);
};

/** Its words without their order, accents, case and what stands between them: a bank writes a name in many ways. */
const wordsOf = (name: string): string =>
  (
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .toSorted()
    .join(' ');
const isSameName = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);

/**
 * What to look at twice. Known is whoever got money before by the same system and network, in whichever currency, under
 * the same name; `other_name` is a known account under another one, `look_alike` has both ends of somebody known and is
 * somebody else.
 */
export const warningsOf = async (
  db: Db,
  accountId: string,
  { row }: Method,
  { target, name }: Recipient,
): Promise<NonNullable<Operation['warnings']>> => {
  const known = await db
    .selectFrom('recipients as r')
    .innerJoin('payment_methods as m', 'm.id', 'r.method')
    .select(['r.target', 'r.name'])
    .distinct()
    .where('r.account_id', '=', accountId)
    .where('m.system', '=', row.system)
    .where('m.network', 'is not distinct from', row.network)
    .execute();
  const same = known.filter((one) => one.target === target);
  if (same.length > 0) return same.some((one) => isSameName(one.name, name)) ? [] : ['other_name'];
  const alike = row.system !== 'card' && known.some((one) => looksLike(one.target, target));
  return alike ? ['first_use', 'look_alike'] : ['first_use'];
};

/** Whoever got the money is offered next time. In the transaction of the outcome; `at` is when it was, now without it. */
export const saveRecipient = async (
  db: Db,
  { account_id: account, details }: OperationRow,
  at?: string,
): Promise<void> => {
  const { method, recipient } = details;
  if (account === null || method === undefined || !recipient) return;
  const { comment: _, ...values } = details.values ?? {};
  const text = JSON.stringify(values);
  await db
    .insertInto('recipients')
    .values({
      account_id: account,
      method,
      target: recipient.target,
      name: recipient.name,
      values: text,
      ...(at !== undefined && { used_at: at }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'method', 'target'])
        .doUpdateSet({ name: recipient.name, values: text, used_at: sql`clock_timestamp()` }),
    )
    .execute();
};
