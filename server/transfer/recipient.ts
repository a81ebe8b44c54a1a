import { email } from '../../contract/calls/auth.ts';
import { withoutUnseen } from '../../contract/unseen.ts';
import type { SignedInCtx } from '../area.ts';
import { withCheckDigit, sameCase } from '../auth/accounts.ts';
import { countInWindow, type Window } from '../auth/attempts.ts';
import { countPlace } from '../auth/places.ts';
import { Refusal } from '../http/refusal.ts';
import { maskedName } from './masked-name.ts';

/**
 * Strangers that one account may ask about, whether they are found or not: nobody lists accounts by asking. Whom it has
 * named before is no stranger.
 */
const strangers: Window = { most: 30, seconds: 3600 };

/** Somebody who can get money. `name` is masked, `to` as it was typed; `isNew`: no transfer of this account ever reached them. */
export interface Recipient {
  id: string;
  number: string;
  name: string;
  to: string;
  isNew: boolean;
}

/** Not in a transaction: a try that finds nobody counts as well. @throws Refusal 429 `wait_before_retry`. */
export const countStranger = async (ctx: SignedInCtx): Promise<void> => {
  await countPlace(ctx, 'recipient');
  await countInWindow(ctx.db, strangers, 'recipient', ctx.account.id);
};

/** What can be an account's number; a mistyped one mostly cannot. */
export const isAccountNumber = (text: string): boolean =>
  /^[1-9]\d{7}$/.test(text) && withCheckDigit(text.slice(0, 7)) === text;

const notFound = () => new Refusal(422, 'recipient_not_found', { fields: { to: 'recipient_not_found' } });

/** The column that a text names an account by; undefined for what names none, whoever there is. */
const namedBy = (to: string): { column: 'number' | 'email'; value: string } | undefined => {
  const digits = withoutUnseen(to).replaceAll(/[\s-]/g, '');
  if (/^[1-9]\d{7}$/.test(digits)) return isAccountNumber(digits) ? { column: 'number', value: digits } : undefined;
  return email.safeParse(to).success ? { column: 'email', value: sameCase(to) } : undefined;
};

/** Whether what was typed once names this account still. */
export const names = (to: string, account: Pick<Recipient, 'number'> & { email: string }): boolean => {
  const named = namedBy(to);
  return named !== undefined && account[named.column] === named.value;
};

/**
 * Who is meant by an account number or an e-mail address. Not in a transaction: a try that finds nobody counts as well.
 * @throws Refusal 422 `own_account` and `recipient_not_found` for the field `to`, 429 `wait_before_retry` for an account, or
 * a place, that asks about too many.
 */
export const resolveRecipient = async (ctx: SignedInCtx, typed: string): Promise<Recipient> => {
  const { db, account } = ctx;
  const to = typed.trim();
  const named = namedBy(to);
  if (!named) throw notFound();
  if (named.value === account[named.column]) throw new Refusal(422, 'own_account', { fields: { to: 'own_account' } });
  const row = await db
    .selectFrom('accounts as a')
    .leftJoin('personal as p', 'p.account_id', 'a.id')
    .select((eb) => {
      const toThem = eb
        .selectFrom('operations as o')
        .select('o.id')
        .where('o.account_id', '=', account.id)
        .where('o.kind', '=', 'transfer')
        .whereRef('o.counterparty_id', '=', 'a.id');
      return [
        'a.id',
        'a.number',
        'a.email',
        'p.display_name as name',
        eb.exists(toThem).as('known'),
        eb.exists(toThem.where('o.status', '=', 'completed')).as('paid'),
      ];
    })
    .where(`a.${named.column}`, '=', named.value)
    .executeTakeFirst();
  if (row?.known !== true) await countStranger(ctx);
  if (!row) throw notFound();
  return {
    id: row.id,
    number: row.number,
    // By how they call themselves: the end of a number, or of an address, that was typed says nothing of whose it is.
    name: maskedName(row),
    to,
    isNew: row.paid !== true,
  };
};
