import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../server/db/db.ts';
import type { Shot } from './load.ts';

/** People of whom the load is: each has a session, dollars, and sends some. */
export const senders = 10_000;

/** As they are written in `operations_*` and `sessions`: everything follows from the number of a person. */
const tokenOf = (person: number): string => `bench${String(person).padStart(38, '0')}`;

const origin = 'https://bench.example.com';
/** What the measured server is told, besides its database: production, as `npm start` serves it. */
export const production = {
  NODE_ENV: 'production',
  PORT: '0',
  PROVIDERS: 'none',
  PUBLIC_URL: origin,
  TRUST_PROXY: '1',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'bench@example.com',
  // Production wants a page, which nobody asks for here.
  DIST_DIR: 'tests/bench/floors/minimal',
};

/**
 * Accounts with a thousand dollars that came by a deposit each; with `past`, so many transfers that went through. The
 * ledger's triggers are off meanwhile: they would do one row after the other what is written here at once.
 */
export const fillGround = async (db: Db, accounts: number, past: number): Promise<void> => {
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    await sql`set session_replication_role = replica`.execute(one);
    await sql`insert into accounts (number, email, letter_box, locale, rev)
      select (10000000 + n)::text, 'bench' || n || '@example.com', 'bench' || n || '@example.com', 'en', 1 from generate_series(1, ${accounts}::int) n`.execute(
      one,
    );
    const first = (await sql<{ first: string }>`select min(id) as first from accounts`.execute(one)).rows[0]?.first;
    const account = (n: string) => sql`${first}::bigint - 1 + ${sql.raw(n)}`;
    const id = (letter: string) => sql`${letter} || lpad(n::text, 19, '0')`;
    // Whoever sends and gets: each as often, so that every balance is what it was.
    const [payer, payee] = ['(n - 1) % :a + 1', 'n % :a + 1'].map((text) => text.replace(':a', String(accounts)));
    await sql`insert into wallets (account_id, currency, number, available)
      select ${account('n')}, 'USD', lpad(n::text, 12, '0'), 1000 from generate_series(1, ${accounts}::int) n`.execute(
      one,
    );
    const operation = sql`insert into operations (id, account_id, counterparty_id, kind, status, give_currency, give, get_currency,
      get, fee, rate, asked_side, asked_amount, terms_version, created_at, changed_at, submitted_at, expires_at, details)`;
    const day = sql`now() - interval '30 days'`;
    await sql`${operation}
      select ${id('D')}, ${account('n')}, null, 'deposit', 'completed', 'USD', 1000, 'USD', 1000, 0, 1, 'get', 1000, 1,
        ${day}, ${day}, ${day}, ${day}, '{}' from generate_series(1, ${accounts}::int) n`.execute(one);
    // Without a fee: each wallet then ends with what it began with.
    await sql`${operation}
      select ${id('T')}, ${account(payer!)}, ${account(payee!)}, 'transfer', 'completed', 'USD', 10, 'USD', 10, 0, 1, 'give', 10, 1,
        ${day}, ${day}, ${day}, ${day}, '{}' from generate_series(1, ${past}::int) n`.execute(one);
    await sql`insert into operation_timeline (operation_id, status, at)
      select id, 'completed', ${day} from operations`.execute(one);
    await sql`insert into movements (operation_id, kind)
      select ${id('D')}, 'settle' from generate_series(1, ${accounts}::int) n`.execute(one);
    await sql`insert into movements (operation_id, kind)
      select ${id('T')}, kind from generate_series(1, ${past}::int) n, unnest(array['hold', 'settle']) kind`.execute(
      one,
    );
    await sql`insert into postings (movement_id, wallet_id, part, house, currency, amount, note)
      select m.id, line.wallet, line.part, line.house, 'USD', line.amount, 'deposit'
      from movements m join operations o on o.id = m.operation_id join wallets w on w.account_id = o.account_id
      cross join lateral (values (w.id, 'available', null, 1000), (null, null, 'outside', -1000)) line (wallet, part, house, amount)
      where o.kind = 'deposit'`.execute(one);
    await sql`insert into postings (movement_id, wallet_id, part, currency, amount, note)
      select m.id, line.wallet, line.part, 'USD', line.amount, 'transfer'
      from movements m join operations o on o.id = m.operation_id
      join wallets f on f.account_id = o.account_id join wallets i on i.account_id = o.counterparty_id
      cross join lateral (values ('hold', f.id, 'available', -10), ('hold', f.id, 'held', 10),
        ('settle', f.id, 'held', -10), ('settle', i.id, 'available', 10)) line (of, wallet, part, amount)
      where o.kind = 'transfer' and m.kind = line.of`.execute(one);
    await sql`set session_replication_role = default`.execute(one);
  });
  for (const table of ['accounts', 'wallets', 'operations', 'operation_timeline', 'movements', 'postings'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
};

/** Sessions of so many of the people, spread over all of them. */
export const openSessions = async (db: Db): Promise<{ id: string; number: string }[]> => {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from (select id, number, row_number() over (order by id) as place, count(*) over () as all from accounts) a
    where (place * ${senders}::int) / a.all > ((place - 1) * ${senders}::int) / a.all order by id`.execute(db);
  const values = rows.map(({ id }, at) => ({ id, hash: createHash('sha256').update(tokenOf(at)).digest('hex') }));
  await sql`
    insert into sessions (token_hash, account_id, handle, device, place, expires_at)
    select decode(v.hash, 'hex'), v.id, 'BENCH' || lpad(v.id::text, 15, '0'), 'bench', '', now() + interval '10 hours'
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) v (id bigint, hash text)`.execute(db);
  await sql`vacuum analyze sessions`.execute(db);
  return rows;
};

let made = 0;

/** Rows of one statement: none may take long. */
const atOnce = 5_000;

const openSome = async (db: Db, people: { id: string }[], count: number): Promise<void> => {
  const begin = made;
  made += count;
  await sql`
    with people as materialized (
      select id, place from unnest(${people.map(({ id }) => id)}::bigint[]) with ordinality as p (id, place))
    insert into operations (id, account_id, counterparty_id, kind, give_currency, give, get_currency, get, fee, rate, asked_side,
      asked_amount, terms_version, expires_at, details)
    select 'B' || lpad(n::text, 19, '0'), payer.id, payee.id, 'transfer', 'USD', 1, 'USD', 0.9, 0.1, 1, 'give', 1, 1,
      now() + interval '2 hours',
      jsonb_build_object('values', jsonb_build_object('to', '10000001'), 'recipient', jsonb_build_object('target', '10000001', 'name', 'b•••'),
        'facts', jsonb_build_array(jsonb_build_object('label', 'recipient', 'text', 'b•••')),
        'received_facts', jsonb_build_array(jsonb_build_object('label', 'from', 'text', 'b•••')))
    from generate_series(${begin}::int, ${made}::int - 1) n
    join people payer on payer.place = n % ${people.length}::int + 1
    join people payee on payee.place = (n + 1 + n / 7) % ${people.length}::int + 1
    where payer.id <> payee.id`.execute(db);
};

/**
 * So many open transfers of a dollar, as a check leaves them, and the requests that confirm them: what a page of the
 * product sends, in the order in which people take turns.
 */
export const openTransfers = async (
  db: Db,
  people: { id: string; number: string }[],
  count: number,
): Promise<Shot[]> => {
  const all = made;
  while (made < all + count) await openSome(db, people, Math.min(all + count - made, atOnce));
  await sql`analyze operations`.execute(db);
  const { rows } = await sql<{ id: string; number: string; rev: string }>`
    select o.id, a.number, a.rev from operations o join accounts a on a.id = o.account_id
    where o.id >= ${`B${String(all).padStart(19, '0')}`} and o.id < ${`B${String(made).padStart(19, '0')}`} order by o.id`.execute(
    db,
  );
  const place = new Map(people.map(({ number }, at) => [number, at]));
  return rows.map(({ id, number, rev }) => {
    const body = `id=${id}`;
    const lines = [
      'POST /api/transfer HTTP/1.1',
      'Host: bench.example.com',
      `Content-Length: ${body.length}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Accept: application/json',
      'Accept-Language: en',
      'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36',
      `Origin: ${origin}`,
      'Sec-Fetch-Site: same-origin',
      'Sec-Fetch-Mode: cors',
      'X-Forwarded-For: 203.0.113.7',
      `X-Rev: ${rev}`,
      'X-Locale: en',
      `X-Account: ${number}`,
      `Cookie: __Host-session=${tokenOf(place.get(number) ?? 0)}`,
    ];
    return { id, bytes: `${lines.join('\r\n')}\r\n\r\n${body}` };
  });
};
