import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Fact, Operation } from '../../contract/operation.ts';
import type { SavedRecipient } from '../../contract/payment.ts';
import { shortened, whomOf } from '../../contract/whom.ts';
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

/** A page tells them apart by this alone. A journal of the page keeps ids that are written like those of operations, and no number. */
const called = (id: string): string => `RECPNT${id.padStart(14, '0')}`;

/** One name may have several accounts: its last four characters tell them apart, as those of a card do. */
const shownName = (name: string, { iban = '' }: Record<string, string>): string =>
  whomOf([
    { label: 'recipient', text: name },
    { label: 'iban', text: iban },
  ]);

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
  return rows.map(({ id, name, ...row }) => ({ ...row, id: called(id), name: shownName(name, row.values) }));
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

/** Another name of a known account is somebody else: behind the account stands its name as it is compared. */
const underName = (target: string, name: string): string =>
  `${target} ${createHash('sha256').update(wordsOf(name)).digest('base64url')}`;

/** Whether it is this account, under whichever name. */
const isOf = (kept: string, target: string): boolean => kept === target || kept.startsWith(`${target} `);

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
  const same = known.filter((one) => isOf(one.target, target));
  if (same.length > 0) return same.some((one) => isSameName(one.name, name)) ? [] : ['other_name'];
  const alike = row.system !== 'card' && known.some((one) => looksLike(one.target, target));
  return alike ? ['first_use', 'look_alike'] : ['first_use'];
};

/**
 * Whoever got the money is offered next time, beside those who got it at the same account under other names. In the transaction
 * of the outcome; `at` is when it was, now without it.
 */
export const saveRecipient = async (
  db: Db,
  { account_id: account, details }: OperationRow,
  at?: string,
): Promise<void> => {
  const { method, recipient } = details;
  if (account === null || method === undefined || !recipient) return;
  const { comment: _, ...values } = details.values ?? {};
  const text = JSON.stringify(values);
  const { target, name } = recipient;
  const write = async (as: string, known: boolean) => {
    const row = {
      account_id: account,
      method,
      target: as,
      name,
      values: text,
      ...(at !== undefined && { used_at: at }),
    };
    const { numInsertedOrUpdatedRows: written } = await db
      .insertInto('recipients')
      .values(row)
      .onConflict((conflict) => {
        const kept = conflict.columns(['account_id', 'method', 'target']);
        return known ? kept.doUpdateSet({ name, values: text, used_at: sql`clock_timestamp()` }) : kept.doNothing();
      })
      .executeTakeFirst();
    return written === 1n;
  };
  const paid = await db
    .selectFrom('recipients')
    .select(['target', 'name'])
    .where('account_id', '=', account)
    .where('method', '=', method)
    .where(({ or, eb, fn, val }) =>
      or([eb('target', '=', target), fn<boolean>('starts_with', ['target', val(`${target} `)])]),
    )
    .execute();
  const same = paid.find((one) => isSameName(one.name, name));
  // Two names may be paid at the same moment, and the account alone is the first one's.
  if (same ? await write(same.target, true) : await write(target, false)) return;
  await write(underName(target, name), true);
};
