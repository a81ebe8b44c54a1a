// The transaction of pgbench (TPC-B-like) where there is no pgbench: 8 connections, each transaction's seven statements in
// one message, so that this process costs less than seven questions would. Prints transactions a second.
import pg from 'pg';

const [seconds = 5, scale = 10, connections = 8] = process.argv.slice(2).map(Number);
const url = process.env['DATABASE_URL'];

const tables = `
  drop table if exists tpcb_branches, tpcb_tellers, tpcb_accounts, tpcb_history;
  create table tpcb_branches (bid integer primary key, bbalance integer, filler char(88)) with (fillfactor = 100);
  create table tpcb_tellers (tid integer primary key, bid integer, tbalance integer, filler char(84)) with (fillfactor = 100);
  create table tpcb_accounts (aid integer primary key, bid integer, abalance integer, filler char(84)) with (fillfactor = 100);
  create table tpcb_history (tid integer, bid integer, aid integer, delta integer, mtime timestamp, filler char(22));
  insert into tpcb_branches select n, 0, '' from generate_series(1, ${scale}) n;
  insert into tpcb_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${scale} * 10) n;
  insert into tpcb_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${scale} * 100000) n;`;

const some = (most: number) => 1 + Math.floor(Math.random() * most);

const transaction = (): string => {
  const [aid, bid, tid, delta] = [some(scale * 100_000), some(scale), some(scale * 10), some(10_001) - 5_001];
  return `begin; update tpcb_accounts set abalance = abalance + ${delta} where aid = ${aid};
    select abalance from tpcb_accounts where aid = ${aid};
    update tpcb_tellers set tbalance = tbalance + ${delta} where tid = ${tid};
    update tpcb_branches set bbalance = bbalance + ${delta} where bid = ${bid};
    insert into tpcb_history (tid, bid, aid, delta, mtime) values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp);
    end`;
};

const pool = new pg.Pool({ connectionString: url, max: connections });
await pool.query(tables);
await pool.query('vacuum analyze');
const end = performance.now() + seconds * 1000;
let done = 0;
const one = async (): Promise<void> => {
  const client = await pool.connect();
  for (; performance.now() < end; done += 1) await client.query(transaction());
  client.release();
};
await Promise.all(Array.from({ length: connections }, one));
await pool.end();
console.log((done / seconds).toFixed(0));
