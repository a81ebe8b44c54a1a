import { sql } from 'kysely';
import { userExport } from '../../contract/calls/settings.ts';
import { cardToken } from '../../contract/card-token.ts';
import { handle, type SignedInCtx } from '../area.ts';
import { countInWindow } from '../auth/attempts.ts';
import { readLink } from '../auth/telegram-links.ts';
import { isOver } from '../card/over.ts';
import { isStanding } from '../notify/written.ts';
import { operationEntities } from '../operations/entity.ts';
import type { OperationRow } from '../operations/row.ts';
import { readBrowsers } from './browsers.ts';
import { tracesOf } from './export-traces.ts';
import { readMailing } from './mailing.ts';
import { atOnce, pages, type Pages, type Row } from './pages.ts';
import { readPersonal } from './personal.ts';

/** More is no person. */
const mostAnHour = { most: 5, seconds: 3_600 };
/** Ways to go on, and what a provider shows for it, are no data about anybody. JSON leaves them out. */
const nothingToDo = {
  ...{ submit_path: undefined, status_path: undefined, place: undefined, second_step: undefined, payment: undefined },
};

/** As the person reads them: of whoever sent or got a transfer, what its receipt says and no more. */
async function* operationPages({ db, account, locale }: SignedInCtx): Pages {
  const rows = pages<OperationRow>(
    db,
    (after) => sql`
      select * from operations
      where id > ${after} and parent_id is null
        and (account_id = ${account.id} or (counterparty_id = ${account.id} and status = 'completed'))
      order by id limit ${atOnce}`,
    'id',
    '',
  );
  for await (const some of rows) {
    const entities = await operationEntities(db, some, locale, account.id);
    yield entities.map((entity) => ({ ...entity, ...nothingToDo }));
  }
}

/** To whom money went; of a card what it is called, and not what stands for its number. */
async function* recipientPages({ db, account }: SignedInCtx): Pages {
  const rows = pages<{ id: string; values: Record<string, string> }>(
    db,
    (after) => sql`
      select id, method, name, "values", used_at from recipients
      where account_id = ${account.id} and id > ${after}::bigint order by id limit ${atOnce}`,
    'id',
    '0',
  );
  for await (const some of rows)
    yield some.map(({ values, ...row }) => ({
      ...row,
      values: Object.fromEntries(
        Object.entries(values).filter(([, text]) => !cardToken.shape.token.safeParse(text).success),
      ),
    }));
}

/** All lists of the file, none of which is read yet. */
export const listsOf = (ctx: SignedInCtx): Record<string, Pages> => {
  const { db, account } = ctx;
  const { id } = account;
  return {
    operations: operationPages(ctx),
    postings: pages<Row>(
      db,
      (after) => sql`
        select p.id, m.operation_id as operation, m.kind, p.part, w.number as wallet, p.currency, p.amount, m.at
        from postings p join movements m on m.id = p.movement_id join wallets w on w.id = p.wallet_id
        where w.account_id = ${id} and p.id > ${after}::bigint order by p.id limit ${atOnce}`,
      'id',
      '0',
    ),
    payments_received: pages<Row>(
      db,
      (after) => sql`
        select r.provider || '/' || r.id as id, r.operation_id as operation, r.status, r.currency, r.amount, r.paid_at,
               r.heard_at
        from payment_receipts r join operations o on o.id = r.operation_id
        where o.account_id = ${id} and r.provider || '/' || r.id > ${after} order by 1 limit ${atOnce}`,
      'id',
      '',
    ),
    // Paid for an order of theirs and taken for none, or as what it was taken in since; of whoever looked after it nothing is told.
    payments_refused: pages<Row>(
      db,
      (after) => sql`
        select r.provider || '/' || r.id as id, r.for_order as "order", r.currency, r.amount, r.reason, r.paid_at, r.heard_at, r.done_at,
               coalesce(p.became, p.operation_id) as taken_in_as
        from refused_payments r join operations o on o.id = r.for_order
        left join payment_receipts p on p.provider = r.provider and p.id = r.id and p.status = 'received'
        where o.account_id = ${id} and r.provider || '/' || r.id > ${after} order by 1 limit ${atOnce}`,
      'id',
      '',
    ),
    payments_sent_back: pages<Row>(
      db,
      (after) => sql`
        select r.operation_id as id, o.give as amount, o.give_currency as currency, r.ended_at, r.sent_at, r.reference
        from returned_deposits r join operations o on o.id = r.operation_id
        where o.account_id = ${id} and r.operation_id > ${after} order by 1 limit ${atOnce}`,
      'id',
      '',
    ),
    recipients: recipientPages(ctx),
    documents: pages<Row>(
      db,
      (after) => sql`
        select operation_id || '/' || field as id, name, media, octet_length(content) as size, made_at,
               '/api/operation/file/' || operation_id || '/' || field as file
        from operation_files
        where account_id = ${id} and operation_id || '/' || field > ${after}
        order by 1 limit ${atOnce}`,
      'id',
      '',
    ),
    papers: pages<Row>(
      db,
      (after) => sql`
        select coalesce(f.id, d.id) as id, d.kind, d.status, d.rounds, d.made_at, d.submitted_at, d.decided_at,
               f.side, f.size, f.ending, f.uploaded_at, f.accepted, f.reason, '/api/verification/file/' || f.id as picture
        from verification_documents d left join verification_files f on f.document_id = d.id
        where d.account_id = ${id} and coalesce(f.id, d.id) > ${after} order by 1 limit ${atOnce}`,
      'id',
      '',
    ),
    cards: pages<Row>(
      db,
      (after) => sql`
        select id, kind, brand, currency, case when ${isOver} then 'expired' else status end as status,
               last_four, expires, limit_once, limit_day, ordered_at from cards
        where account_id = ${id} and id > ${after} order by id limit ${atOnce}`,
      'id',
      '',
    ),
    card_operations: pages<Row>(
      db,
      (after) => sql`
        select id, card_id as card, at, merchant, currency, amount, status, reason, operation_id as operation
        from card_operations where account_id = ${id} and id > ${after} order by id limit ${atOnce}`,
      'id',
      '',
    ),
    invitations: pages<Row>(
      db,
      (after) => sql`
        select id, email, letters, sent_at, joined_id is not null as joined from referral_invites
        where account_id = ${id} and id > ${after} order by id limit ${atOnce}`,
      'id',
      '',
    ),
    // Who they are is theirs to tell.
    invited: pages<Row>(
      db,
      (after) => sql`
        select r.id, r.joined_at, (
          select array_agg(b.operation_id order by b.operation_id) from referral_bonuses b where b.invited_id = r.invited_id
        ) as bonuses
        from referrals r where r.referrer_id = ${id} and r.id > ${after} order by r.id limit ${atOnce}`,
      'id',
      '',
    ),
    notifications: pages<Row>(
      db,
      (after) => sql`
        select id, kind, params, created_at, closed_at from notifications
        where account_id = ${id} and id > ${after} and ${isStanding} order by id limit ${atOnce}`,
      'id',
      '',
    ),
    chats: pages<Row>(
      db,
      (after) => sql`
        select c.id, c.kind, c.created_at, m.last_read_message
        from chat_members m join chats c on c.id = m.chat_id
        where m.account_id = ${id} and c.id > ${after} order by c.id limit ${atOnce}`,
      'id',
      '',
    ),
    messages: pages<Row>(
      db,
      (after) => sql`
        select m.id, m.chat_id as chat, c.kind, m.seq, m.text, m.created_at, (
          select coalesce(json_agg(json_build_object(
            'name', f.name, 'media', f.media, 'size', f.size, 'file', '/api/chat/file/' || f.id) order by f.position), '[]')
          from chat_files f where f.message_id = m.id
        ) as files
        from chat_messages m join chats c on c.id = m.chat_id
        where m.author_id = ${id} and m.id > ${after}::bigint order by m.id limit ${atOnce}`,
      'id',
      '0',
    ),
    ...tracesOf(ctx),
  };
};

const profileOf = async ({ db, account, signedInBy }: SignedInCtx): Promise<Row> => {
  const row = await db
    .selectFrom('accounts')
    .select(['number', 'email', 'locale', 'shown_locale', 'verification_level', 'created_at'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  const password = await db
    .selectFrom('credentials')
    .select('changed_at')
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  const wallets = await db
    .selectFrom('wallets')
    .select(['number', 'currency', 'available', 'held'])
    .where('account_id', '=', account.id)
    .orderBy('currency')
    .execute();
  const mailing = await db
    .selectFrom('referral_mailings')
    .select(['locale', 'note'])
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  const link = await db
    .selectFrom('referral_links')
    .select('code')
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  const came = await db
    .selectFrom('referrals')
    .select('joined_at')
    .where('invited_id', '=', account.id)
    .executeTakeFirst();
  const browsers = await readBrowsers(db, account.id, signedInBy);
  return {
    account: { ...row, password_changed_at: password?.changed_at ?? null },
    telegram: await readLink(db, account.id),
    personal: await readPersonal(db, account.id),
    referral: { link: link?.code ?? null, letter: mailing ?? null, came_by_invitation: came?.joined_at ?? null },
    letters: Object.fromEntries((await readMailing(db, account.id)).map(({ kind, on }) => [kind, on])),
    browsers: browsers.map(({ id: _, ...told }) => told),
    wallets,
  };
};

/** The file, some of it at a time, as it is asked for. Its parts are told one after the other, each as a whole. */
async function* textOf(ctx: SignedInCtx): AsyncGenerator<string> {
  const profile = JSON.stringify({ made_at: ctx.now, ...(await profileOf(ctx)) }, null, 1);
  yield profile.slice(0, -2);
  for (const [name, found] of Object.entries(listsOf(ctx))) {
    yield `,\n ${JSON.stringify(name)}: [`;
    let isFirst = true;
    for await (const rows of found) {
      yield `${isFirst ? '' : ','}\n  ${rows.map((row) => JSON.stringify(row)).join(',\n  ')}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '\n}\n';
}

/**
 * All that is kept about an account, and nothing of others: no hash, no token, no code, of a chat what the person wrote
 * themselves. @throws Refusal 429 for whoever asks too often, before the first byte.
 */
const exported = async (ctx: SignedInCtx): Promise<Response> => {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="account-${ctx.account.number}-${ctx.now.slice(0, 10)}.json"`,
    'Cache-Control': 'no-store',
  };
  if (ctx.request.idle) return new Response(null, { headers });
  await countInWindow(ctx.db, mostAnHour, 'export', ctx.account.id);
  const parts = textOf(ctx);
  const begun = [await parts.next()];
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = begun.shift() ?? (await parts.next());
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: async () => void (await parts.return(undefined)),
  });
  return new Response(body, { headers });
};

export const exportCalls = [handle(userExport, exported)];
