import { createServer as createSocket, type AddressInfo, type Socket } from 'node:net';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../server/config.ts';
import { alone } from '../../server/db/alone.ts';
import { databaseError } from '../../server/db/database-error.ts';
import { createServer } from '../../server/server.ts';
import { quiet } from '../setup/postgres.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What answers each packet of a driver in turn, and keeps silent after the last. @returns host and port. */
const answering = async (...packets: Buffer[]): Promise<string> => {
  const sockets = new Set<Socket>();
  const server = createSocket((socket) => {
    sockets.add(socket);
    const left = [...packets];
    socket.on('error', () => {}).on('data', () => socket.write(left.shift() ?? ''));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A step of PostgreSQL's question for a password. */
const asks = (step: number, text: string): Buffer => {
  const packet = Buffer.alloc(9 + Buffer.byteLength(text));
  packet.write('R');
  packet.writeInt32BE(packet.length - 1, 1);
  packet.writeInt32BE(step, 5);
  packet.write(text, 9);
  return packet;
};

const startOn = async (databaseUrl: string): Promise<unknown> =>
  await createServer({
    config: readConfig({ ...quiet, PORT: '0', DIST_DIR: '/nonexistent', DATABASE_URL: databaseUrl }),
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
const unusable = (why: string): ConfigError =>
  new ConfigError(`DATABASE_URL leads to no database that can be used (${why})`);

test('F1 a database without TLS, of which the address wants it, is told by that variable', async () => {
  const place = await answering(Buffer.from('N'));
  expect(await startOn(`postgres://me@${place}/bank?sslmode=verify-full`)).toEqual(
    unusable('The server does not support SSL connections'),
  );
});

test('F1 an address without the password that the database asks for is told by that variable', async () => {
  const place = await answering(asks(10, 'SCRAM-SHA-256\0\0'), asks(11, 'r=a,s=YQ==,i=4096'));
  expect(await startOn(`postgres://me@${place}/bank`)).toEqual(
    unusable('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
  );
});

test('F1 an address with bytes that are no text is told by that variable, and they are not', async () => {
  expect(await startOn('postgres://me:%ff@127.0.0.1:1/bank')).toEqual(unusable('URI malformed'));
});

const of = (code: string) =>
  databaseError(Object.assign(new Error('told by the database'), { code }), { databaseUrl: 'postgres://x/y' });

test('F1 a database that gives no connection in time is told by that variable', async () => {
  const words = 'Connection terminated due to connection timeout';
  const pool = { connect: () => Promise.reject(new Error(words)) } as unknown as pg.Pool;
  const error = await alone(pool, () => Promise.resolve()).catch((reason: unknown) => reason);
  expect(databaseError(error, { databaseUrl: 'postgres://x/y' })).toEqual(unusable(words));
});

test.each([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'EPIPE',
  '28P01',
  '3D000',
])('F1 a database that is not trusted, or does not take us, is told by that variable: %s', (code) => {
  expect(of(code)).toEqual(unusable(code));
});

test('F1 what a database that can be used says of its rows stays what it is', () => {
  expect(of('23505')).not.toBeInstanceOf(ConfigError);
  const bug = new Error('a mistake of ours');
  expect(databaseError(bug, { databaseUrl: 'postgres://x/y' })).toBe(bug);
});
