import type { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { nameOf } from './prepared.ts';

/** Class 08 of SQLSTATE: there was no connection, or it is gone. */
export const noConnection = '08006';

/** `read_only_sql_transaction`: what was written to is read alone now. Another connection may lead to who took its place. */
const readOnly = '25006';

/** Whether the connection ended with this error. One of a question has a code of the database and a severity of `ERROR`. */
const isGone = (error: unknown): boolean => {
  const { severity, code } = (error ?? {}) as { severity?: unknown; code?: unknown };
  if (code === readOnly) return true;
  if (typeof severity === 'string') return severity === 'FATAL' || severity === 'PANIC';
  return typeof code !== 'string' || /^E[A-Z]+$/.test(code);
};

/** The driver says in words alone that a connection broke, or that none became free in time: here it gets a code. */
const coded = (error: unknown): unknown =>
  error instanceof Error && !('code' in error) ? Object.assign(error, { code: noConnection }) : error;

/** A connection of the pool. @throws an error with a code, whatever there was against it. */
export const lend = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    throw coded(error);
  }
};

/**
 * The pool as Kysely asks it. A connection that the database has ended, or lets write no more, is thrown away with the question that it was asked:
 * the driver learns of its end only some time after the error, and would lend it to one more call.
 */
export const lentOnce = (pool: pg.Pool): PostgresPool => {
  const lent = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const lentOf = (client: pg.PoolClient): PostgresPoolClient => {
    let gone = false;
    const query = async (sql: string, values: unknown[]) => {
      try {
        const name = nameOf(sql);
        return await (name === undefined ? client.query(sql, values) : client.query({ name, text: sql, values }));
      } catch (error) {
        gone ||= isGone(error);
        throw coded(error);
      }
    };
    // Cursors, the other thing that it may be asked, are not used here.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(gone) };
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await lend(pool);
      const known = lent.get(client) ?? lentOf(client);
      lent.set(client, known);
      return known;
    },
  };
};

/** A timeout of the network, as the system itself would call one. */
const unheard = 'ETIMEDOUT';

/**
 * Ends a connection on which nothing came for `longest` ms although something was asked: its database is gone without a word, as with
 * a machine or a way to it that fails, and the system alone would wait for a quarter of an hour, or for good. Whoever listens
 * and asks nothing is left alone.
 */
export const endUnheard = (client: pg.ClientBase, longest: number): void => {
  // The driver does not tell of its socket.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let answered = stream.bytesWritten;
  stream.on('data', () => {
    answered = stream.bytesWritten;
  });
  stream.setTimeout(longest, () => {
    if (stream.bytesWritten === answered) return;
    stream.destroy(Object.assign(new Error('the database does not answer'), { code: unheard }));
  });
};
