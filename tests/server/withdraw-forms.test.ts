import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { added } from '../../contract/limits.ts';
import { paymentCheck } from '../../contract/calls/withdraw.ts';
import { problemsOfFields } from '../../contract/fields/problem-of-field.ts';
import { describedForm, type DescribedForm } from '../../contract/payment.ts';
import { nothingFilled, valuesOf } from '../../machines/described-form/described-form.context.ts';
import { maskEntry, maskValue } from '../../contract/journal/mask.ts';
import { shownName } from '../../server/payments/documents.ts';
import { listMail } from '../../server/mail/outbox.ts';
import { callBody } from '../../src/transport/call-body.ts';
import { bankCheck } from './bank.ts';
import type { Reply } from './browser.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, movementsOf, runOut, type Person } from './money.ts';
import {
  checkedWithdrawal,
  checkWithdrawal,
  confirm,
  iban,
  mailedCode,
  payout,
  withdrawalBecomes,
  withdrawn,
} from './withdraw.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  person = await makePerson(server, { RUB: '50000', USD: '2000' });
  await server.db.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', person.id).execute();
  await payout(server.db, person.number);
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const formOf = async (method: string): Promise<DescribedForm> =>
  describedForm.parse((await person.browser.get(`/api/withdraw/form/${method}`)).body.payload);

/** The amount is nothing of the fields. */
const entry = { side: 'give', text: '1000', byHand: true } as const;
const toPhone = { method: 'phone_rub', side: 'give', amount: '1000', phone: '+7 916 580-31-42', bank: 'sever' };
/** Another account that the house's bank pays out to. */
const otherIban = 'GB82WEST12345698765432';
const byWire = { method: 'swift_usd', side: 'give', amount: '500', iban, bic: 'DEUTDEFF', recipient: 'Ann Example' };

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpeg = [0xff, 0xd8, 0xff, 0xe0];
const pdf = [...Buffer.from('%PDF-1.7\n')];
const fileOf = (begins: number[], type: string, name = 'invoice 7.pdf', length = 2_000): File => {
  const bytes = new Uint8Array(length).fill(7);
  bytes.set(begins);
  return new File([bytes], name, { type });
};

/** As the page sends a form that has a file. */
const sendWire = (invoice: File, ask: Record<string, string> = byWire, whom = person): Promise<Reply> => {
  const { body } = callBody(paymentCheck, { ...ask, invoice });
  if (!(body instanceof FormData)) throw new Error('a form with a file is not multipart');
  return whom.browser.send('/api/withdraw/check', { method: 'POST', body });
};
const filesOf = (operation: { id: string }) =>
  server.db
    .selectFrom('operation_files')
    .select(['field', 'name', 'media', 'account_id', sql<string>`length(content)`.as('length')])
    .where('operation_id', '=', operation.id)
    .execute();

describe('by a phone number', () => {
  test('F6 R14 the form asks for a phone and one of the banks, and both sides check them alike', async () => {
    const form = await formOf('phone_rub');
    expect(form.fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['phone', 'phone', true],
      ['bank', 'select', true],
      ['comment', 'comment', false],
    ]);
    for (const [values, wrong] of [
      [{}, { phone: 'required', bank: 'not_an_option' }],
      [
        { phone: '916 580 31 42', bank: 'no such' },
        { phone: 'bad_phone', bank: 'not_an_option' },
      ],
    ] as const) {
      const filled = valuesOf({ ...nothingFilled, entry, form, values });
      expect(problemsOfFields(form.fields, filled)).toEqual(wrong);
      const { phone: _, bank: __, ...rest } = toPhone;
      expect((await checkWithdrawal(person.browser, { ...rest, ...values })).failure.fields).toEqual(wrong);
    }
    const { phone, bank } = toPhone;
    const filled = valuesOf({ ...nothingFilled, entry, form, values: { phone, bank } });
    expect([filled, problemsOfFields(form.fields, filled)]).toEqual([{ phone, bank }, {}]);
  });

  test('F6 R14 it is sent, its recipient is offered again, and the next time needs no code', async () => {
    const open = await checkedWithdrawal(person.browser, toPhone);
    expect(open).toMatchObject({
      terms: { give: { amount: '1000.00' }, get: { amount: '990.00' }, fee: { amount: '10.00', currency: 'RUB' } },
      facts: [
        { label: 'method', text: 'By phone number (SBP)' },
        { label: 'phone', text: '+79165803142', exact: true },
        { label: 'bank', text: 'Sever Bank' },
      ],
      warnings: ['first_use'],
    });
    const operation = await confirm(person.browser, open, await mailedCode(server.db, person.number));
    await withdrawalBecomes(person.browser, operation.body.payload, 'completed');
    expect(await movementsOf(server.db, open)).toEqual(['hold', 'settle']);
    const { recipients = [] } = await formOf('phone_rub');
    const values = { phone: '+79165803142', bank: 'sever' };
    expect(recipients).toMatchObject([{ name: '+79165803142, Sever Bank', values }]);
    const again = await checkedWithdrawal(person.browser, { ...toPhone, ...values });
    expect([again.warnings, again.second_step]).toEqual([undefined, undefined]);
  });

  test('F6 another bank of the same number is somebody new; a number that differs in the middle looks alike', async () => {
    await withdrawalBecomes(person.browser, await withdrawn(server.db, person, toPhone), 'completed');
    const warningsOf = async (change: Record<string, string>) =>
      (await checkedWithdrawal(person.browser, { ...toPhone, ...change })).warnings;
    expect(await warningsOf({ bank: 'volga' })).toEqual(['first_use']);
    expect(await warningsOf({ phone: '+79165813142' })).toEqual(['first_use', 'look_alike']);
    expect(await warningsOf({ phone: '+79165813142', bank: 'volga' })).toEqual(['first_use', 'look_alike']);
    expect(await warningsOf({ phone: '+79165803143' })).toEqual(['first_use']);
  });
});

describe('by a wire with a document', () => {
  test('F6 R14 the form says which files it takes, and both sides check them alike', async () => {
    const form = await formOf('swift_usd');
    expect(form.fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['iban', 'iban'],
      ['bic', 'text'],
      ['recipient', 'text'],
      ['invoice', 'file'],
      ['comment', 'comment'],
    ]);
    const { bic, recipient } = byWire;
    const found = (media: string, size: number) => {
      const invoice = { handle: 'file 1', name: 'invoice.pdf', size, media };
      const filling = { ...nothingFilled, entry, files: { invoice } };
      return problemsOfFields(form.fields, valuesOf({ ...filling, form, values: { iban, bic, recipient } }));
    };
    expect(found('application/pdf', added.fileBytes)).toEqual({});
    expect(found('image/jpeg', 1)).toEqual({});
    expect(found('application/pdf', added.fileBytes + 1)).toEqual({ invoice: 'bad_file' });
    expect(found('image/svg+xml', 1_000)).toEqual({ invoice: 'bad_file' });
    const wrong = await checkWithdrawal(person.browser, { ...byWire, bic: 'DEUT-DEFF' });
    expect(wrong.failure.fields).toEqual({ bic: 'bad_format' });
  });

  test('F6 a code of a bank in small letters is raised to capitals, on both sides', async () => {
    const form = await formOf('swift_usd');
    const { recipient } = byWire;
    const filled = valuesOf({ ...nothingFilled, entry, form, values: { iban, bic: 'deutdeff500', recipient } });
    expect(problemsOfFields(form.fields, filled)).toEqual({});
    const open = await checkedWithdrawal(person.browser, { ...byWire, bic: 'deutdeff500' });
    expect(open.facts).toContainEqual({ label: 'bic', text: 'DEUTDEFF500', exact: true });
  });

  test.each(['Иван Петров', 'Иван Petrov', 'Petr Novák', '7 Seas'])(
    'F6 a wire takes Latin letters alone, on both sides: not %s',
    async (recipient) => {
      const form = await formOf('swift_usd');
      const filled = valuesOf({ ...nothingFilled, entry, form, values: { iban, bic: byWire.bic, recipient } });
      expect(problemsOfFields(form.fields, filled)).toEqual({ recipient: 'bad_format' });
      const { failure } = await checkWithdrawal(person.browser, { ...byWire, recipient });
      expect(failure.fields).toEqual({ recipient: 'bad_format' });
      expect(form.fields.find(({ name }) => name === 'recipient')?.help).toBe('recipient_latin');
    },
  );

  test('F6 a known IBAN with another name is warned about and needs a code; the same name written otherwise is not', async () => {
    const ask = { ...byWire, method: 'bank_usd' };
    await withdrawalBecomes(person.browser, await withdrawn(server.db, person, ask), 'completed');
    const whom = async (recipient: string, method = 'swift_usd') => {
      const { warnings, second_step } = await checkedWithdrawal(person.browser, { ...byWire, method, recipient });
      return [warnings, second_step !== undefined];
    };
    expect(await whom('EXAMPLE,  Ann')).toEqual([undefined, false]);
    expect(await whom('Änn Example', 'bank_usd')).toEqual([undefined, false]);
    expect(await whom('Ivan Petrov')).toEqual([['other_name'], true]);
    expect(await whom('Ann Examples', 'bank_usd')).toEqual([['other_name'], true]);
    const other = await checkedWithdrawal(person.browser, { ...byWire, recipient: 'Ivan Petrov' });
    expect((await confirm(person.browser, other)).failure.fields).toMatchObject({ code: expect.any(String) });
  });

  test('F6 who was paid under another name stands beside the first, and both are known', async () => {
    const ask = (recipient: string) => ({ ...byWire, method: 'bank_usd', recipient });
    const pay = async (recipient: string) => {
      const open = await checkedWithdrawal(person.browser, ask(recipient));
      const code = open.second_step ? await mailedCode(server.db, person.number) : undefined;
      const { body } = await confirm(person.browser, open, code);
      await withdrawalBecomes(person.browser, body.payload, 'completed');
      return open.warnings;
    };
    expect(await pay('Ann Example')).toEqual(['first_use']);
    expect(await pay('Ivan Petrov')).toEqual(['other_name']);
    for (const name of ['EXAMPLE, Ann', 'Petrov Ivan']) {
      const { warnings, second_step: step } = await checkedWithdrawal(person.browser, ask(name));
      expect([warnings, step]).toEqual([undefined, undefined]);
    }
    expect(await pay('Petrov, Ivan')).toBe(undefined);
    const { recipients } = await formOf('bank_usd');
    expect(recipients?.map(({ name, values }) => [name, values['recipient']])).toEqual([
      ['Petrov, Ivan •• 3000', 'Petrov, Ivan'],
      ['Ann Example •• 3000', 'Ann Example'],
    ]);
    // A journal of the page keeps what tells them apart.
    const ids = recipients!.map(({ id }) => id);
    expect([new Set(ids).size, ids.map((id) => maskValue(id, 'id'))]).toEqual([2, ids]);
    expect((await checkedWithdrawal(person.browser, ask('Boris Petrov'))).warnings).toEqual(['other_name']);
  });

  test('F6 one name with two accounts is offered twice, told apart by their ends, and fills in the name alone', async () => {
    for (const account of [iban, otherIban]) {
      const ask = { ...byWire, method: 'bank_usd', iban: account };
      await withdrawalBecomes(person.browser, await withdrawn(server.db, person, ask), 'completed');
    }
    const { recipients } = await formOf('bank_usd');
    expect(recipients?.map(({ name, values }) => [name, values['recipient'], values['iban']])).toEqual([
      [`Ann Example •• ${otherIban.slice(-4)}`, 'Ann Example', otherIban],
      [`Ann Example •• ${iban.slice(-4)}`, 'Ann Example', iban],
    ]);
  });

  test.each([
    ['application/pdf', pdf, 'счёт № 7.pdf'],
    ['image/png', png, 'scan.png'],
    ['image/jpeg', jpeg, 'scan.jpg'],
  ])('F6 R14 %s is sent, kept, named and given back to its owner alone', async (type, begins, name) => {
    const file = fileOf(begins, type, name);
    const { http, body } = await sendWire(file);
    expect(http).toBe(200);
    expect(body.payload.facts).toEqual([
      { label: 'method', text: 'SWIFT bank wire' },
      { label: 'recipient', text: 'Ann Example' },
      { label: 'iban', text: iban, exact: true },
      { label: 'bic', text: 'DEUTDEFF', exact: true },
      { label: 'document', text: name, file: { id: body.payload.id, field: 'invoice', size: 2_000 } },
    ]);
    expect(await filesOf(body.payload)).toEqual([
      { field: 'invoice', name, media: type, account_id: person.id, length: 2_000 },
    ]);
    const [mail] = await listMail(server.db, `p${person.number}@example.com`);
    expect(mail?.body).toContain(`Document: ${name}`);
    const sent = await confirm(person.browser, body.payload, await mailedCode(server.db, person.number));
    await withdrawalBecomes(person.browser, sent.body.payload, 'completed');
    const path = `/api/operation/file/${body.payload.id}/invoice`;
    const cookie = [...person.browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const got = await fetch(server.url + path, { headers: { cookie } });
    expect([got.status, got.headers.get('content-type')]).toEqual([200, type]);
    expect(got.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    expect(got.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await got.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    const stranger = await makePerson(server);
    for (const browser of [stranger.browser, server.browser()])
      expect([401, 404]).toContain((await browser.get(path)).http);
    expect((await person.browser.get(path.replace('invoice', 'recipient'))).http).toBe(404);
    const { recipients } = await formOf('swift_usd');
    expect(recipients).toMatchObject([
      { name: 'Ann Example •• 3000', values: { iban, bic: 'DEUTDEFF', recipient: 'Ann Example' } },
    ]);
  });

  test('F6 without a document it goes too; an IBAN known from a transfer inside is known here', async () => {
    const ask = { ...byWire, method: 'bank_usd' };
    await withdrawalBecomes(person.browser, await withdrawn(server.db, person, ask), 'completed');
    const open = await checkedWithdrawal(person.browser, byWire);
    expect([open.warnings, open.facts?.some(({ label }) => label === 'document')]).toEqual([undefined, false]);
    expect(await filesOf(open)).toEqual([]);
  });

  test.each([
    ['a page that calls itself PDF', fileOf([...Buffer.from('<html>')], 'application/pdf')],
    ['a PNG that calls itself JPEG', fileOf(png, 'image/jpeg')],
    ['a drawing with a script', fileOf([...Buffer.from('<svg onload=')], 'image/svg+xml')],
    ['nothing', new File([], 'empty.pdf', { type: 'application/pdf' })],
    ['the beginning of a beginning', new File(['%PD'], 'short.pdf', { type: 'application/pdf' })],
    ['a byte too much', fileOf(pdf, 'application/pdf', 'large.pdf', added.fileBytes + 1)],
  ])('F6 %s is refused at its field, and nothing is kept', async (_what, file) => {
    const { http, failure } = await sendWire(file);
    expect([http, failure.code, failure.fields]).toEqual([422, 'invalid', { invoice: 'bad_file' }]);
    const { count } = await server.db
      .selectFrom('operations')
      .select(sql<string>`count(*)`.as('count'))
      .where('account_id', '=', person.id)
      .where('kind', '=', 'withdraw')
      .executeTakeFirstOrThrow();
    expect(count).toBe('0');
  });

  test('F6 the largest file fits; a longer form is cut off, as is a long form of any other call', async () => {
    expect((await sendWire(fileOf(pdf, 'application/pdf', 'large.pdf', added.fileBytes))).http).toBe(200);
    const long = await sendWire(fileOf(pdf, 'application/pdf', 'large.pdf', added.fileBytes + added.bodyBytes + 1));
    expect([long.http, long.failure.code]).toEqual([413, 'too_large']);
    const text = await checkWithdrawal(person.browser, { ...byWire, comment: 'x'.repeat(added.bodyBytes) });
    expect(text.http).toBe(413);
    const form = new FormData();
    form.append('id', fileOf(pdf, 'application/pdf', 'large.pdf', added.bodyBytes + 1));
    const other = await person.browser.send('/api/withdraw/form/1', { method: 'POST', body: form });
    expect(other.http).toBe(413);
  });

  test('F6 a document goes with a check that ends unconfirmed: expired, replaced or taken back', async () => {
    const invoice = () => fileOf(pdf, 'application/pdf');
    const late = (await sendWire(invoice())).body.payload;
    const left = (await sendWire(invoice())).body.payload;
    const next = (await sendWire(invoice(), { ...byWire, replaces: left.id })).body.payload;
    expect([(await filesOf(late)).length, (await filesOf(left)).length, (await filesOf(next)).length]).toEqual([
      1, 0, 1,
    ]);
    await runOut(server.db, late);
    const { body: expired } = await person.browser.get(`/api/withdraw/status/${late.id}`);
    expect(expired.payload.facts).toContainEqual({ label: 'document', text: 'invoice 7.pdf' });
    expect(await filesOf(late)).toEqual([]);
    await person.browser.post('/api/operation/cancel', { id: next.id });
    expect(await filesOf(next)).toEqual([]);
  });

  test('F6 documents are counted by the hour, also those that went with a check that was replaced', async () => {
    await withdrawalBecomes(
      person.browser,
      await withdrawn(server.db, person, { ...byWire, method: 'bank_usd' }),
      'completed',
    );
    let ask: Record<string, string> = byWire;
    const replies: Reply[] = [];
    for (let sent = 0; sent <= 20; sent += 1) {
      const reply = await sendWire(fileOf(pdf, 'application/pdf'), ask);
      replies.push(reply);
      if (reply.http === 200) ask = { ...byWire, replaces: reply.body.payload.id };
    }
    expect(replies.map(({ http }) => http)).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect(replies[20]?.failure.code).toBe('wait_before_retry');
    // What the refused one would have replaced stands, and a form without a document goes on.
    expect(await filesOf({ id: ask['replaces'] ?? '' })).toHaveLength(1);
    expect((await checkWithdrawal(person.browser, byWire)).http).toBe(200);
  });

  test('F6 a document stays with what was confirmed, however that ends', async () => {
    await payout(server.db, person.number, 'fail');
    const open = (await sendWire(fileOf(pdf, 'application/pdf'))).body.payload;
    await confirm(person.browser, open, await mailedCode(server.db, person.number));
    await withdrawalBecomes(person.browser, open, 'failed');
    expect(await filesOf(open)).toHaveLength(1);
  });

  test.each([
    ['C:\\papers\\..\\in\u202evoice\u0000.pdf', 'invoice.pdf'],
    ['\u0007', '—'],
    [`${'a'.repeat(200)}.pdf`, `${'a'.repeat(80)}…${'a'.repeat(15)}.pdf`],
    ['счёт 📎.pdf', 'счёт 📎.pdf'],
    ['half \ud83d.pdf', 'half .pdf'],
    ['4242 4242 4242 4242.jpg', '—.jpg'],
    ['my card 4242-4242-4242-4242 12.35', '—'],
  ])('F6 the name of a file is shown without folders and what is not seen: %j', (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });

  test('F6 the journal knows no name of a file', () => {
    const given = {
      ...{ type: 'user.file given', field: 'invoice', value: 'file 1' },
      ...{ name: 'ivan_petrov_7.pdf', size: 2_000, media: 'application/pdf' },
    };
    const facts = [{ label: 'document', text: 'ivan_petrov_7.pdf' }];
    for (const event of [given, { type: 'xstate.done.actor.check', output: { payload: { facts } } }])
      expect(JSON.stringify(maskEntry({ t: 0, k: 'own', to: 'root', event } as never))).not.toMatch(/ivan|petrov/);
  });
});
