import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DocumentKind, DocumentSide, VerificationDocument } from '../../contract/verification.ts';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { listMail } from '../../server/mail/outbox.ts';
import { OperatorError } from '../../server/office.ts';
import { tellSandbox } from '../../server/providers/sandbox-settings.ts';
import { createServer, type RunningServer } from '../../server/server.ts';
import { decide } from '../../server/verification/decide.ts';
import { endingOf } from '../../server/verification/files.ts';
import { operateVerification } from '../../server/verification/operator.ts';
import { whyNone } from '../../server/verification/picture.ts';
import { addMissingReviews } from '../../server/verification/reviewer.ts';
import { quiet } from '../setup/postgres.ts';
import { bankCheck } from './bank.ts';
import { Browser, createDatabase, startServer, type TestDatabase, type TestServer } from './harness.ts';
import { blank, hostileFiles, photo, planted, type Hostile } from './hostile-files.ts';
import { makePerson, until, type Person } from './money.ts';
import { factOf, ordered, payTo, paymentBecomes } from './payments.ts';

const lines: string[] = [];
let database: TestDatabase;
let running: RunningServer;
let server: TestServer;
let person: Person;
let jpeg: Buffer;
beforeAll(async () => {
  database = await createDatabase();
  const config = readConfig({ ...quiet, LOG_LEVEL: 'debug', SEED_DEMO: '0', DATABASE_URL: database.url });
  running = await createServer({ config, log: createLog(config, { write: (line) => lines.push(line) }) });
  if (!running.db) throw new Error('a test server has a database');
  server = {
    ...{ url: running.url, db: running.db, databaseUrl: database.url },
    browser: (userAgent) => new Browser(running.url, userAgent),
    close: () => running.close(),
  };
  jpeg = await photo();
});
beforeEach(async () => {
  person = await makePerson(server, { EUR: '10' });
  await tellSandbox(server.db, 'reviewer', { delay_ms: 0 }, person.number);
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
  await database.drop();
});

interface Upload {
  side: DocumentSide | string;
  content?: Buffer;
  name?: string;
  type?: string;
  turn?: string;
}

const upload = (files: Upload[], kind: DocumentKind | string = 'passport', whom = person) => {
  const body = new FormData();
  for (const [at, { side, content = jpeg, name = 'scan.jpg', type = 'image/jpeg', turn }] of files.entries()) {
    body.append(`side${at}`, side);
    if (turn !== undefined) body.append(`turn${at}`, turn);
    body.append(`file${at}`, new File([new Uint8Array(content)], name, { type }));
  }
  return whom.browser.send(`/api/verification/${kind}/upload`, { method: 'POST', body });
};
const both = (names: [string, string] = ['a.jpg', 'b.jpg']): Upload[] => [
  { side: 'main', name: names[0] },
  { side: 'registration', name: names[1] },
];
const documentOf = async (kind: DocumentKind = 'passport', whom = person): Promise<VerificationDocument> =>
  (await whom.browser.get(`/api/verification/${kind}/new`)).body.payload;
const submit = (kind: DocumentKind = 'passport', whom = person) =>
  whom.browser.post(`/api/verification/${kind}/submit`);
const becomes = (status: VerificationDocument['status'], kind: DocumentKind = 'passport', whom = person) =>
  until(async () => (await documentOf(kind, whom)).status === status, `${kind} never became ${status}`);
const fileOf = ({ sides }: VerificationDocument, side: DocumentSide) => sides.find((one) => one.side === side)?.file;
const kept = (id: string) =>
  server.db.selectFrom('verification_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const noticesOf = async (whom = person) =>
  ((await whom.browser.get('/api/auth/check', { 'x-rev': '0' })).body.notifications ?? []) as {
    title: string;
    type: string;
    buttons: { url: string }[];
  }[];

describe('a document', () => {
  test('F11 R12 the overview tells what each level allows, by the limits themselves, and makes nothing', async () => {
    const { payload } = (await person.browser.get('/api/verification')).body;
    expect([payload.level, payload.documents.map(({ id, status }: VerificationDocument) => [id, status])]).toEqual([
      0,
      [
        ['passport', 'draft'],
        ['id_card', 'draft'],
        ['driver_license', 'draft'],
      ],
    ]);
    const [none, verified] = payload.levels;
    expect(none.limits.map(({ flow, most }: { flow: string; most: string }) => [flow, most])).toEqual([
      ['deposit', '200.00'],
      ['withdraw', expect.any(String)],
      ['purchase', '200.00'],
      ['transfer', expect.any(String)],
    ]);
    expect(verified.limits[0]).toMatchObject({
      most: '50000.00',
      open: none.limits[0].ways,
      ways: none.limits[0].ways,
    });
    expect(none.limits[0].open).toBeLessThan(none.limits[0].ways);
    const made = await server.db
      .selectFrom('verification_documents')
      .select('id')
      .where('account_id', '=', person.id)
      .execute();
    expect(made).toEqual([]);
  });

  test('F11 from a draft to a verified one: the level rises, the person is told, and a deposit that waited is let go', async () => {
    const order = await ordered(person.browser, 'deposit', { method: 'bank_eur_in', side: 'give', amount: '100' });
    await payTo(server, factOf(order, 'reference'), { amount: '50000' });
    const held = (await paymentBecomes(person.browser, order, 'cancelled')).replaced_by ?? '';
    const operation = async () => (await person.browser.get(`/api/operation/read/${held}`)).body.payload;
    expect((await documentOf()).sides).toEqual([{ side: 'main' }, { side: 'registration' }]);
    const half = (await upload([{ side: 'main', name: 'Ann Planted.JPEG' }])).body.payload;
    expect([half.status, fileOf(half, 'main')]).toEqual([
      'draft',
      { id: expect.any(String), size: expect.any(Number), ending: 'jpeg', uploaded_at: expect.any(String) },
    ]);
    const early = await submit();
    expect([early.http, early.failure.code, early.failure.fields]).toEqual([
      422,
      'document_incomplete',
      { registration: 'document_incomplete' },
    ]);
    expect((await upload([{ side: 'registration' }])).body.payload.status).toBe('uploaded');
    const handed = await Promise.all(Array.from({ length: 5 }, () => submit()));
    expect(handed.map(({ http }) => http)).toEqual([200, 200, 200, 200, 200]);
    await becomes('verified');
    const document = await documentOf();
    expect(document.sides.map(({ file }) => [file?.accepted, file?.reason])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect((await person.browser.get('/api/verification')).body.payload.level).toBe(1);
    const mails = await listMail(server.db, `p${person.number}@example.com`);
    expect(mails.filter(({ kind }) => kind === 'verification')).toHaveLength(1);
    await until(async () => (await operation()).status === 'completed', 'the deposit was not let go');
    // What said that it waits says now that it is there.
    expect(await noticesOf()).toMatchObject([
      {
        title: 'Your payment has been credited',
        type: 'success',
        buttons: [{ url: `/deposit/form/bank_eur_in/${held}` }],
      },
      { title: 'Your identity is verified', type: 'success', buttons: [{ url: '/settings/verification_success' }] },
    ]);
    for (const reply of [
      await upload([{ side: 'main' }]),
      await person.browser.post('/api/verification/passport/remove', { file: fileOf(document, 'main')?.id }),
    ])
      expect([reply.http, reply.failure.code]).toEqual([409, 'document_closed']);
    expect((await submit()).body.payload.status).toBe('verified');
  });

  test('F11 a reason a file: only that one is sent again, and the second round counts on its own', async () => {
    await upload(both(['good.jpg', 'reject-blurry.jpg']));
    await submit();
    await becomes('rejected');
    const first = await documentOf();
    expect(first.sides.map(({ file }) => [file?.accepted, file?.reason])).toEqual([
      [true, undefined],
      [false, 'blurry'],
    ]);
    expect(await noticesOf()).toMatchObject([{ type: 'danger', buttons: [{ url: '/settings/passport' }] }]);
    expect((await submit()).failure.fields).toEqual({ registration: 'document_incomplete' });
    const again = (await upload([{ side: 'registration' }])).body.payload;
    expect([again.status, fileOf(again, 'main')?.id]).toEqual(['uploaded', fileOf(first, 'main')?.id]);
    await submit();
    await becomes('verified');
    expect(await noticesOf()).toMatchObject([{ type: 'success' }]);
  });

  test('F11 a file takes the place of the one of its side, is turned, is given back, and is taken back', async () => {
    const first = fileOf((await upload([{ side: 'front' }], 'id_card')).body.payload, 'front');
    const replaced = (await upload([{ side: 'front', turn: '90' }], 'id_card')).body.payload;
    const second = fileOf(replaced, 'front');
    expect(second?.id).not.toBe(first?.id);
    const { width, height } = await sharp((await kept(second?.id ?? '')).content).metadata();
    expect([width, height]).toEqual([480, 640]);
    const got = await person.browser.get(`/api/verification/file/${second?.id}`);
    expect([got.http, got.headers.get('content-type'), got.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ]);
    expect(got.headers.get('content-disposition')).toBe('attachment; filename="front.jpg"');
    expect(got.headers.get('cache-control')).toBe('no-store');
    expect((await person.browser.get(`/api/verification/file/${first?.id}`)).http).toBe(404);
    const gone = await person.browser.post('/api/verification/id_card/remove', { file: second?.id });
    expect([gone.body.payload.status, fileOf(gone.body.payload, 'front')]).toEqual(['draft', undefined]);
  });

  test('F11 both sides at the same time, in one form or in two, leave no half', async () => {
    const replies = await Promise.all([upload([{ side: 'main' }]), upload([{ side: 'registration' }])]);
    expect(replies.map(({ http }) => http)).toEqual([200, 200]);
    expect((await documentOf()).status).toBe('uploaded');
    const mixed = await upload([{ side: 'front' }, { side: 'back', content: Buffer.from('no picture') }], 'id_card');
    expect([mixed.http, mixed.failure.fields]).toEqual([422, { file1: 'file_type' }]);
    expect((await documentOf('id_card')).sides).toEqual([{ side: 'front' }, { side: 'back' }]);
  });

  test.each([
    ['a side of another document', [{ side: 'front' }], 'side0', 'side_unknown'],
    ['one side twice', [{ side: 'main' }, { side: 'main' }], 'side1', 'side_unknown'],
    ['a side that nothing has', [{ side: '../main' }], 'side0', 'malformed'],
    ['a turn that is none', [{ side: 'main', turn: '45' }], 'turn0', 'malformed'],
  ])('F11 %s is refused at its field', async (_what, files, field, code) => {
    const { http, failure } = await upload(files);
    expect([http, failure.fields]).toEqual([422, { [field]: code }]);
  });

  test('F11 of many verdicts the first counts; a review that lost its job gets one', async () => {
    await tellSandbox(server.db, 'reviewer', { delay_ms: 600_000 }, person.number);
    await upload(both());
    await submit();
    const { id } = await server.db
      .selectFrom('verification_documents')
      .select('id')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await sql`select graphile_worker.remove_job(${`review ${id}`})`.execute(server.db);
    await sql`update verification_documents set submitted_at = submitted_at - interval '2 minutes' where id = ${id}`.execute(
      server.db,
    );
    await addMissingReviews(server.db);
    await becomes('verified');
    const config = { productName: 'Statera', origins: [], publicUrl: undefined };
    expect(await decide(server.db, config, { id, round: 1 }, { main: 'blurry' })).toBeUndefined();
    expect(await noticesOf()).toHaveLength(1);
  });

  test.each([
    ['while its picture is made', 'attempts'],
    ['while it waits to be kept', 'verification_documents'],
  ])('F11 S2 a session that ends %s keeps nothing', async (_, table) => {
    await documentOf();
    const reply = await server.db.transaction().execute(async (trx) => {
      await sql.raw(`lock table ${table} in exclusive mode`).execute(trx);
      const sent = upload([{ side: 'main' }]);
      await until(async () => {
        const { rows } = await sql`
          select 1 from pg_locks where not granted and relation = ${table}::regclass`.execute(server.db);
        return rows.length > 0;
      }, 'it never waited');
      await sql`delete from sessions where account_id = ${person.id}`.execute(server.db);
      return { sent };
    });
    const { http, failure, setCookies, body } = await reply.sent;
    expect([http, failure.code, setCookies, body.user]).toEqual([401, 'no_session', [], { is_authenticated: false }]);
    const files = await sql`select 1 from verification_files where account_id = ${person.id}`.execute(server.db);
    expect(files.rows).toEqual([]);
  });

  test('F11 what nobody could send is counted by the hour', async () => {
    const none = Buffer.from('no picture');
    const replies = await Promise.all(Array.from({ length: 62 }, () => upload([{ side: 'main', content: none }])));
    const refused = replies.filter(({ http }) => http === 429);
    expect([refused.length, refused[0]?.failure.code]).toEqual([2, 'wait_before_retry']);
  });

  test('F11 two files of ten megabytes fit in one form, and no more', async () => {
    const large = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024 - jpeg.length)]);
    expect(
      (
        await upload([
          { side: 'main', content: large },
          { side: 'registration', content: large },
        ])
      ).http,
    ).toBe(200);
    const over = await upload([{ side: 'main', content: Buffer.concat([large, Buffer.alloc(1)]) }]);
    expect([over.http, over.failure.fields]).toEqual([422, { file0: 'file_size' }]);
    const cut = await upload([{ side: 'main', content: Buffer.alloc(21 * 1024 * 1024) }]);
    expect([cut.http, cut.failure.code]).toEqual([413, 'too_large']);
  });
});

describe('somebody else', () => {
  test('F11 gets the same 404 for what is another’s and for what is not there', async () => {
    const [stranger, file] = [
      await makePerson(server, {}),
      fileOf((await upload([{ side: 'main' }])).body.payload, 'main')?.id ?? '',
    ];
    const none = '0'.repeat(20);
    const asked = (whom: Person, id: string) => [
      whom.browser.get(`/api/verification/file/${id}`),
      whom.browser.post('/api/verification/passport/remove', { file: id }),
    ];
    const [theirs, nobodys] = [await Promise.all(asked(stranger, file)), await Promise.all(asked(stranger, none))];
    const plain = ({ http, failure }: (typeof theirs)[number]) => [http, failure];
    expect(theirs.map(plain)).toEqual(nobodys.map(plain));
    expect(theirs.map(({ http }) => http)).toEqual([404, 404]);
    expect((await person.browser.get(`/api/verification/file/${file}`)).http).toBe(200);
    expect((await documentOf('passport', stranger)).sides).toEqual([{ side: 'main' }, { side: 'registration' }]);
  });

  test('F11 R12 a visitor and a document that there is not', async () => {
    const visitor = server.browser();
    for (const path of ['/api/verification', '/api/verification/passport/new', '/api/verification/file/abc'])
      expect((await visitor.get(path)).http).toBe(401);
    for (const kind of ['drivers_license', 'Passport', 'visa', '..%2Fpassport'])
      expect((await person.browser.get(`/api/verification/${kind}/new`)).http).toBe(404);
  });
});

describe('what is sent', () => {
  let files: Hostile[];
  beforeAll(async () => {
    files = await hostileFiles();
  });

  /** What keeps a file from being looked at as a page of ours, or from being kept. */
  const guards = [
    'x-content-type-options',
    'cross-origin-resource-policy',
    'cache-control',
    'content-security-policy',
  ] as const;

  test('F11 at least forty files that mean harm, none kept as sent, none shown, and of none a place or a word', async () => {
    expect(files.length).toBeGreaterThanOrEqual(40);
    const told: [string, string][] = [];
    for (const [what, content, name, type] of files) {
      const reply = await upload([{ side: 'main', content, name, type }]);
      // There are more of them than a person may send in an hour.
      await sql`delete from attempts`.execute(server.db);
      if (reply.http !== 200) {
        told.push([what, reply.http === 422 ? (reply.failure.fields?.['file0'] ?? '') : String(reply.http)]);
        continue;
      }
      const { id = '', ending = '' } = fileOf(reply.body.payload, 'main') ?? {};
      const row = await kept(id);
      const { format, exif, xmp, icc, width, height } = await sharp(row.content).metadata();
      const got = await person.browser.get(`/api/verification/file/${id}`);
      expect({
        what,
        head: [format, exif, xmp, icc, width, height],
        holds: [row.content.equals(content), row.content.includes(planted), row.content.includes('PK')],
        ending,
        given: ['content-disposition', 'content-type', ...guards].map((header) => got.headers.get(header)),
      }).toEqual({
        what,
        head: ['jpeg', undefined, undefined, undefined, 640, 480],
        holds: [false, false, false],
        ending: name.split('.').at(-1),
        given: [
          ...['attachment; filename="main.jpg"', 'image/jpeg', 'nosniff', 'same-origin', 'no-store'],
          expect.stringMatching(/^default-src 'none';/),
        ],
      });
      told.push([what, 'taken']);
    }
    expect(told).toEqual(files.map(([what, , , , code]) => [what, code]));
  });

  test.each([
    ['../../etc/passwd', ''],
    ['C:\\papers\\Ann.JPG', 'jpg'],
    ['a\u202egpj.exe', 'exe'],
    ['4242 4242 4242 4242.png', 'png'],
    ['ann.petrova', ''],
    ['x.'.repeat(500), ''],
    ['паспорт.jpeg', 'jpeg'],
    ['a.jpg\u0000.svg', 'svg'],
    ['scan.jpg.php', 'php'],
    ['a.jpg"\r\nContent-Type: text/html\r\n\r\n<script>', ''],
    ["a.jpg'; drop table accounts; --", ''],
  ])('F11 of the name %j only the ending is kept', async (name, ending) => {
    expect(endingOf(name)).toBe(ending);
    const { http, body } = await upload([{ side: 'main', name }]);
    expect([http, fileOf(body.payload, 'main')?.ending]).toEqual([200, ending]);
  });

  test('F11 what is little to send and much to draw is drawn within its bounds', async () => {
    const large = blank(10_000, 5_990);
    expect(large.length).toBeLessThan(100_000);
    const { http, body } = await upload([{ side: 'main', content: large, name: 'a.png', type: 'image/png' }]);
    expect(http).toBe(200);
    const { width, height } = await sharp((await kept(fileOf(body.payload, 'main')?.id ?? '')).content).metadata();
    expect([width, height]).toEqual([3_000, 1_797]);
    const over = await upload([{ side: 'main', content: blank(10_000, 6_001), name: 'a.png', type: 'image/png' }]);
    expect([over.http, over.failure.fields]).toEqual([422, { file0: 'picture_large' }]);
  });

  test('F11 the largest photo is taken, turned; a picture that is not ready in time is not called broken', async () => {
    const create = { width: 10_000, height: 6_000, channels: 3, background: '#88aacc' } as const;
    const largest = await sharp({ create }).jpeg().toBuffer();
    expect((await upload([{ side: 'main', content: largest, turn: '90' }])).http).toBe(200);
    const slow = sharp({ create }).median(25).timeout({ seconds: 1 }).jpeg().toBuffer();
    expect(whyNone(await slow.catch((error: unknown) => error))).toBe('unavailable');
    const broken = sharp(largest.subarray(0, 9_000), { failOn: 'error' }).jpeg().toBuffer();
    expect(whyNone(await broken.catch((error: unknown) => error))).toBe('file_broken');
  });

  test('F11 a photo that was not drawn in time is not refused: it can be sent once more', async () => {
    const drawing = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error('timeout: 40% complete'));
    const { http, failure } = await upload([{ side: 'main' }]);
    drawing.mockRestore();
    expect([http, failure.code, failure.fields]).toEqual([503, 'unavailable', undefined]);
    expect(fileOf(await documentOf(), 'main')).toBeUndefined();
    expect((await upload([{ side: 'main' }])).http).toBe(200);
  });

  const boundary = '----what-stands-between-the-parts';
  const part = (head: string, content: Buffer | string = 'main') =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]);
  const field = (name: string, content = 'main') => part(`Content-Disposition: form-data; name="${name}"`, content);
  const file = (name: string) =>
    part(`Content-Disposition: form-data; name="${name}"; filename="a.jpg"\r\nContent-Type: image/jpeg`, jpeg);
  const end = Buffer.from(`--${boundary}--\r\n`);
  const form = `multipart/form-data; boundary=${boundary}`;
  const forms: Record<string, [type: string, parts: () => Buffer[], http: number]> = {
    'no boundary': ['multipart/form-data', () => [field('side0'), file('file0'), end], 400],
    'a boundary that never comes': ['multipart/form-data; boundary=y', () => [field('side0'), file('file0'), end], 400],
    'no end': [form, () => [field('side0'), file('file0')], 400],
    'half of a file': [form, () => [field('side0'), file('file0').subarray(0, 300)], 400],
    'half of a head': [form, () => [field('side0'), Buffer.from(`--${boundary}\r\nContent-Dispo`)], 400],
    'a part without a name': [form, () => [part('Content-Type: image/jpeg', jpeg), end], 422],
    'a part without a head': [form, () => [Buffer.from(`--${boundary}\r\n\r\nmain\r\n`), end], 422],
    nothing: [form, () => [], 400],
    'nothing but the end': [form, () => [end], 422],
    'a file that is a text': [form, () => [field('side0'), field('file0', 'x'.repeat(1000)), end], 422],
    'a side that is a file': [form, () => [file('side0'), file('file0'), end], 422],
    'one file twice': [form, () => [field('side0'), file('file0'), file('file0'), end], 422],
    'one side twice': [form, () => [field('side0'), field('side0'), file('file0'), end], 422],
    'a side alone': [form, () => [field('side0'), end], 422],
    'ten thousand fields': [
      form,
      () => [field('side0'), ...Array.from({ length: 10_000 }, (_, at) => field(`note${at}`)), end],
      400,
    ],
    'the words of a form': ['application/x-www-form-urlencoded', () => [Buffer.from('side0=main&file0=x')], 422],
    JSON: ['application/json', () => [Buffer.from('{"side0":"main","file0":"x"}')], 415],
    'a file alone': ['image/jpeg', () => [jpeg], 415],
  };
  test.each(Object.keys(forms))('F11 a form that is wrong: %s', async (name) => {
    const [type, parts, http] = forms[name]!;
    const before = lines.length;
    const body = new Uint8Array(Buffer.concat(parts()));
    const headers = { 'content-type': type };
    const reply = await person.browser.send('/api/verification/passport/upload', { method: 'POST', body, headers });
    expect([reply.http, reply.body?.status]).toEqual([http, 'error']);
    expect(lines.slice(before).filter((line) => line.includes('a call failed'))).toEqual([]);
    const rows = await server.db
      .selectFrom('verification_files')
      .select('id')
      .where('account_id', '=', person.id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('F11 nothing of a document is in the log, in another table, in a letter or in an answer', async () => {
    const name = `${planted} of Ann.jpg`;
    const { text, body } = await upload([
      { side: 'main', name },
      { side: 'registration', name },
    ]);
    await submit();
    await becomes('verified');
    const listed = await person.browser.get('/api/verification');
    for (const said of [text, listed.text, lines.join('\n')]) expect(said).not.toMatch(/Planted|Ann\.jpg/);
    const hex = Buffer.from(planted).toString('hex');
    const { rows } = await sql<{ name: string }>`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(server.db);
    expect(rows.length).toBeGreaterThan(30);
    for (const table of rows) {
      const found =
        await sql`select from ${sql.raw(table.name)} t where t::text like ${`%${planted}%`} or t::text like ${`%${hex}%`} limit 1`.execute(
          server.db,
        );
      expect([table.name, found.rows.length]).toEqual([table.name, 0]);
    }
    // What is looked for would be found: the file itself holds it.
    expect([jpeg.includes(planted), fileOf(body.payload, 'main')?.ending]).toEqual([true, 'jpg']);
  });
});

describe('without a sandbox', () => {
  test('F11 papers wait for a person, who looks, turns down with reasons, and approves', async () => {
    const real = await startServer({ SEED_DEMO: '0', PROVIDERS: 'none' });
    const folder = await mkdtemp(join(tmpdir(), 'statera-papers-'));
    try {
      const ann = await makePerson(real, {});
      const names: [string, string] = ['reject-blurry.jpg', 'b.jpg'];
      await upload(both(names), 'passport', ann);
      await submit('passport', ann);
      const said: string[] = [];
      const config = { productName: 'Statera', origins: [], publicUrl: 'https://statera.example' };
      const operate = async (...words: string[]): Promise<string[]> => {
        said.length = 0;
        await operateVerification({ db: real.db, config, say: (line) => said.push(line) }, words);
        return said;
      };
      const [line = ''] = await operate('list');
      const [seen = ''] = line.split(' ');
      const [id = ''] = seen.split('/');
      expect(line).toMatch(new RegExp(`^\\w{20}/1  passport  account ${ann.number}  since \\S+$`));
      const paths = (round: number) =>
        ['main', 'registration'].map((side) => join(folder, `${id}-${round}-${side}.jpg`));
      await expect(operate('save', id, join(folder, 'none'))).rejects.toThrow(
        new OperatorError(`${join(folder, 'none', `${id}-1-main.jpg`)} cannot be written: ENOENT`),
      );
      expect(await operate('save', id, folder)).toEqual([...paths(1), `these are ${id}/1`]);
      expect((await readFile(paths(1)[0] ?? '')).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
      for (const typed of [id, `${id}/`, `${id}/x`])
        await expect(operate('approve', typed)).rejects.toThrow('does not say which pictures were looked at');
      await expect(operate('approve', `${id}/2`)).rejects.toThrow('other pictures were sent since');
      await expect(operate('reject', seen)).rejects.toThrow('a rejection says what is wrong');
      await expect(operate('reject', seen, 'front=blurry')).rejects.toThrow('has no side front');
      await expect(operate('reject', seen, 'main=ugly')).rejects.toThrow('is no <side>=<reason>');
      expect(await operate('reject', seen, 'main=glare')).toEqual([`${seen}  passport  rejected`]);
      await expect(operate('approve', seen)).rejects.toThrow('is rejected since ');
      await expect(operate('save', id, folder)).rejects.toThrow(`${id} is rejected: its person may be sending`);
      expect(fileOf(await documentOf('passport', ann), 'main')?.reason).toBe('glare');
      await upload([{ side: 'main' }], 'passport', ann);
      expect((await documentOf('passport', ann)).status).toBe('uploaded');
      await expect(operate('approve', seen)).rejects.toThrow(
        new RegExp(`^${id} was rejected at \\S+Z; its person is sending other pictures$`),
      );
      await submit('passport', ann);
      // Whoever saved the first round has not seen these.
      for (const verdict of [
        ['approve', seen],
        ['reject', seen, 'main=blurry'],
      ])
        await expect(operate(...verdict)).rejects.toThrow(`other pictures were sent since ${seen}: save them first`);
      expect((await documentOf('passport', ann)).status).toBe('in_review');
      const bob = await makePerson(real, {});
      await upload(both(), 'passport', bob);
      await submit('passport', bob);
      expect(await operate('save', `${id}/2`, folder)).toEqual([...paths(2), `these are ${id}/2`]);
      const theirs = (await operate('list')).find((one) => one.includes(bob.number))?.split('/')[0] ?? '';
      expect(await operate('save', theirs, folder)).toHaveLength(3);
      expect(await readdir(folder)).toHaveLength(6);
      expect(await operate('approve', `${id}/2`)).toEqual([`${id}/2  passport  verified`]);
      expect(await operate('approve', `${theirs}/1`)).toEqual([`${theirs}/1  passport  verified`]);
      expect(await operate('list')).toEqual(['nothing waits for a look']);
      expect((await ann.browser.get('/api/verification')).body.payload.level).toBe(1);
      const [mail] = await listMail(real.db, `p${ann.number}@example.com`);
      expect(mail?.body).toContain('https://statera.example/settings/verification');
    } finally {
      await real.close();
      await rm(folder, { recursive: true });
    }
  });
});
