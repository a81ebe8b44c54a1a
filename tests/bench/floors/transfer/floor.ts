// A double-entry transfer as one SQL function over bare node:http: what the way over HTTP into PostgreSQL costs at least.
// No session, no validation, no rules, no jobs. Prints its port when it listens.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const statements = `
  create table if not exists floor_accounts (id integer primary key, balance numeric not null check (balance >= 0));
  create table if not exists floor_entries (
    id bigint generated always as identity primary key,
    transfer text not null, account integer not null, amount numeric not null, at timestamptz not null default now());
  create table if not exists floor_transfers (id text primary key, payer integer not null, payee integer not null, amount numeric not null);
  insert into floor_accounts select n, 1000000000 from generate_series(1, 10000) n on conflict do nothing;
  create or replace function floor_transfer(p_id text, p_payer integer, p_payee integer, p_amount numeric) returns boolean
  language plpgsql as $$
  begin
    insert into floor_transfers values (p_id, p_payer, p_payee, p_amount) on conflict do nothing;
    if not found then return false; end if;
    if p_payer < p_payee then
      update floor_accounts set balance = balance - p_amount where id = p_payer;
      update floor_accounts set balance = balance + p_amount where id = p_payee;
    else
      update floor_accounts set balance = balance + p_amount where id = p_payee;
      update floor_accounts set balance = balance - p_amount where id = p_payer;
    end if;
    insert into floor_entries (transfer, account, amount) values (p_id, p_payer, -p_amount), (p_id, p_payee, p_amount);
    return true;
  end $$;`;

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 });
await pool.query(statements);

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => (text += part));
  request.on('end', () => {
    const { id, from, to } = JSON.parse(text) as { id: string; from: number; to: number };
    const asked = pool.query<{ done: boolean }>({
      name: 'transfer',
      text: 'select floor_transfer($1, $2, $3, 1) as done',
      values: [id, from, to],
    });
    asked.then(
      ({ rows }) => {
        const body = JSON.stringify({ id, done: rows[0]?.done });
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
      },
      () => response.writeHead(500, { 'content-length': 0 }).end(),
    );
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
