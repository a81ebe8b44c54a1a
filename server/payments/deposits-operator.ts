import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { named, OperatorError, type Office } from '../office.ts';
import type { Db } from '../db/db.ts';
import { noteDone, refusedPayments, type SaidBesides } from './refused.ts';
import { leaveOff, noteSent, owed, takeOn, type Owed } from './owed.ts';
import { receiptOf } from './receipt.ts';
import { endToSendBack } from './send-back.ts';

const usage = `deposits list                         what came and waits for a verified identity
deposits return <operation>           ends one: it is credited no more, and its money is to be sent back by hand then
deposits owed                         what was ended so, of which nobody has said yet that it left, and who sends it
deposits take <operation> <name>      you of that name, one word, send it, and nobody else: says what to send, again each time
deposits leave <operation> <name>     you did not send it, and somebody else may
deposits sent <operation> <name> <reference>
                                      it left, and you had taken it; the reference is what it can be found by where it was
                                      sent from: the person is told it
deposits refused                      what a provider took for no order that it can be paid for, or in an amount that no currency has:
                                      nothing was credited for it, and you look after it with that provider
deposits done <provider>/<payment> <name>
                                      you did, and it is listed no more`;

/** What came by which payment, for a person who looks it up at the provider. */
const cameBy = async (db: Db, operation: string): Promise<string> => {
  const receipt = await receiptOf(db, operation).executeTakeFirst();
  return receipt ? `${receipt.provider}, payment ${receipt.id} of order ${receipt.operation_id}` : 'no payment';
};

const amountOf = async (db: Db, { give, give_currency: code }: Pick<Owed, 'give' | 'give_currency'>): Promise<string> =>
  `${written(give, currencyOf(await readCurrencies(db), code).scale)} ${code}`;

const list = async ({ db, say }: Office): Promise<void> => {
  const rows = await db
    .selectFrom('operations as o')
    .innerJoin('accounts as a', 'a.id', 'o.account_id')
    .select(['o.id', 'o.give', 'o.give_currency', 'o.created_at', 'a.number', 'a.verification_level as level'])
    .where('o.kind', '=', 'deposit')
    .where('o.status', '=', 'processing')
    .where('o.reason', '=', 'needs_verification')
    .orderBy('o.created_at')
    .execute();
  for (const row of rows) {
    const { id, created_at: since, number, level } = row;
    const note = level > 0 ? '  verified, its provider is about to be asked' : '';
    say(`${id}  account ${number}  ${await amountOf(db, row)}  since ${since}  ${await cameBy(db, id)}${note}`);
  }
  say(rows.length === 0 ? 'no deposit waits' : `${rows.length} waiting`);
  const refused = await refusedPayments(db);
  if (refused.length > 0) say(`${refused.length} refused, to be looked after: deposits refused`);
};

const whyRefused: Record<string, string> = {
  not_found: 'no order that this provider can be paid for',
  invalid: 'no amount that its currency has, or no moment that there ever was',
};

/** Whoever sends it back may pay what its provider has returned already. */
const besides = ({ said, said_at: at }: SaidBesides): string =>
  said === null ? '' : `  its provider said at ${at} that it was ${said}: ask it before you send anything back`;

const listRefused = async ({ db, say }: Office): Promise<void> => {
  const rows = await refusedPayments(db);
  for (const row of rows) {
    const { provider, id, for_order: order, account, currency, amount, reason, paid_at, heard_at } = row;
    const whose = account === null ? '' : ` of account ${account}`;
    say(
      `${provider}/${id}  ${amount} ${currency}  for ${JSON.stringify(order)}${whose}  paid ${paid_at}  heard ${heard_at}  ${whyRefused[reason] ?? reason}${besides(row)}`,
    );
  }
  say(rows.length === 0 ? 'nothing was refused' : `${rows.length} to be looked after`);
};

const done = async ({ db, say }: Office, payment: string, name: string): Promise<void> => {
  const [provider = '', id = ''] = payment.split('/');
  const noted = await noteDone(db, { provider, id }, named(name));
  if (!noted) throw new OperatorError(`${payment} is no payment that was refused`);
  if ('taken_in' in noted)
    throw new OperatorError(
      `${payment} was taken in since as ${noted.taken_in}: look at operation show ${noted.taken_in}, and send nothing back from here`,
    );
  say(`${payment}  looked after by ${noted.done_by} at ${noted.done_at}${besides(noted)}`);
};

/** Says the next step for as long as nobody has said that it left: a screen that was closed hides nothing. */
const giveBack = async ({ db, say }: Office, id: string): Promise<void> => {
  const row = await endToSendBack(db, id);
  if (row) say(`${id}  ended, and the person is told`);
  const [open] = await owed(db, id);
  if (!open) throw new OperatorError(await whyNot(db, id));
  if (!row) say(`${id}  was ended at ${open.ended_at}`);
  say(takenNote(open) || `nobody sends ${await amountOf(db, open)} back yet: deposits take ${id} <name>`);
};

const takenNote = ({ taken_by: name, taken_at: since }: Owed): string =>
  name === null ? '' : `${name} is sending it, since ${since}`;

const take = async ({ db, say }: Office, id: string, name: string): Promise<void> => {
  const isTheirs = await takeOn(db, id, named(name));
  const [open] = await owed(db, id);
  if (!open) throw new OperatorError(await whyNot(db, id));
  if (!isTheirs) throw new OperatorError(`${id}: ${takenNote(open)}`);
  say(`send back ${await amountOf(db, open)}: ${await cameBy(db, id)}`);
  say(`then: deposits sent ${id} ${name} <reference>`);
};

const leave = async ({ db, say }: Office, id: string, name: string): Promise<void> => {
  if (!(await leaveOff(db, id, name))) throw new OperatorError(`${id} is not taken by ${name}`);
  say(`${id}  may be taken by somebody else`);
};

const whyNot = async (db: Db, id: string): Promise<string> => {
  const found = await db
    .selectFrom('operations as o')
    .innerJoin('accounts as a', 'a.id', 'o.account_id')
    .leftJoin('returned_deposits as r', 'r.operation_id', 'o.id')
    .select(['o.status', 'o.reason', 'a.verification_level as level', 'r.sent_at', 'r.reference'])
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (found?.sent_at) return `${id} was sent back at ${found.sent_at}: ${found.reference}`;
  if (found?.status === 'processing' && found.reason === 'needs_verification')
    return found.level > 0
      ? `${id} is not ended any more: the person is verified, and its provider is about to be asked`
      : `${id} waits for a verified identity still: deposits return ${id} ends it`;
  return `${id} is no deposit that waits for a verified identity`;
};

const listOwed = async ({ db, say }: Office): Promise<void> => {
  const rows = await owed(db);
  for (const row of rows) {
    const note = takenNote(row);
    const { id, account, ended_at: since } = row;
    say(`${id}  account ${account}  ${await amountOf(db, row)}  since ${since}${note && `  ${note}`}`);
  }
  say(rows.length === 0 ? 'nothing is owed' : `${rows.length} to be sent back`);
};

const sent = async ({ db, say }: Office, id: string, name: string, reference: string): Promise<void> => {
  if (reference.length > 200) throw new OperatorError('a reference has at most 200 characters');
  const noted = await noteSent(db, id, name, reference);
  if (!noted) {
    const [open] = await owed(db, id);
    if (!open) throw new OperatorError(`${id} is no deposit that was ended to be sent back`);
    throw new OperatorError(`${id}: ${takenNote(open) || `nobody has taken it yet: deposits take ${id} <name>`}`);
  }
  if (noted.reference !== reference)
    throw new OperatorError(`${id} was sent back at ${noted.sent_at} already: ${noted.reference}`);
  say(`${id}  sent back at ${noted.sent_at}: ${noted.reference}`);
};

/** What an operator types behind `npm run operator -- deposits`. @throws OperatorError */
export const operateDeposits = async (office: Office, [what, id = '', ...rest]: string[]): Promise<void> => {
  const words = rest.join(' ').trim();
  const [name = '', ...more] = rest;
  const reference = more.join(' ').trim();
  if (what === 'list' && !id) return await list(office);
  if (what === 'owed' && !id) return await listOwed(office);
  if (what === 'refused' && !id) return await listRefused(office);
  if (what === 'done' && id && words) return await done(office, id, words);
  if (what === 'return' && id && !words) return await giveBack(office, id);
  if (what === 'take' && id && words) return await take(office, id, words);
  if (what === 'leave' && id && words) return await leave(office, id, words);
  if (what === 'sent' && id && name && reference) return await sent(office, id, name, reference);
  throw new OperatorError(usage);
};
