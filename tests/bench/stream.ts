import { Subject } from 'rxjs';
import * as z from 'zod/mini';
import type { Signal } from '../../machines/root/events.ts';
import type { Answered } from '../../machines/scanner/scan.ts';
import { createScanner } from '../../machines/scanner/scan-responses.ts';
import budget from './budget.json' with { type: 'json' };
import { heldAbove, told } from './limits.ts';

/** Who hears the signals: as many as live as long as the page. */
const listeners = 12;
const many = 200_000;
const account = '10000017';
const now = '2026-11-02T10:00:00.123456Z';

const user = {
  is_authenticated: true,
  account_id: account,
  need_set_password: false,
  locale: 'en',
  email: 'p@example.com',
};
const wallet = (at: number, currency: string) => ({
  number: String(100_000_000_000 + at),
  currency,
  logo: `/currencies/${currency}.svg`,
  balance: '1000.00',
  last_exchange: false,
  name: currency,
  value: '1000.00',
  held: '0.00',
  scale: 2,
  kind: 'fiat',
});

const plain = { status: 'ok', payload: { id: 'opsample0000000000001', status: 'processing' }, now, fv: 'abc' };

/** What comes most: the answer to a question that changed nothing. */
const quiet = (): object => ({ ...plain, rev: 1 });

/** The answer to a confirm: balances of three wallets. */
const news = (rev: number): object => ({
  ...plain,
  rev,
  wallets: ['USD', 'EUR', 'RUB'].map((code, at) => wallet(at, code)),
  total_balance: { amount: '3000.00', logo: '/currencies/USD.svg', currency: 'USD' },
});

/** Seconds that this thread has had of a processor: what others on the machine take is not counted. */
const worked = (): number => {
  const { user: own, system } = process.threadCpuUsage();
  return (own + system) / 1_000_000;
};

/** Answers a second from their text to everybody who hears of them, the best of four runs. */
const rateOf = (answer: (rev: number) => object): number => {
  const texts = Array.from({ length: 1_000 }, (_, at) => JSON.stringify(answer(at + 2)));
  let best = 0;
  for (let run = 0; run < 4; run += 1) {
    const scanner = createScanner();
    const responses = new Subject<Answered>();
    const heard = new Subject<Signal>();
    scanner.signals(responses).subscribe(heard);
    let count = 0;
    for (let one = 0; one < listeners; one += 1) heard.subscribe(() => (count += 1));
    const tell = (seq: number, body: unknown) => responses.next({ seq, call: 'bench', statusCode: 200, body, at: 0 });
    tell(1, { status: 'ok', payload: {}, now, rev: 1, user });
    const began = worked();
    for (let at = 0; at < many; at += 1) {
      tell(at + 2, JSON.parse(texts[at % texts.length]!));
      // A revision that is held already brings nothing: from the first one on again.
      if (at % texts.length === texts.length - 1) scanner.forget(at + 1);
      if (at % texts.length === texts.length - 1) tell(at + 2, { status: 'ok', payload: {}, now, rev: 1, user });
    }
    best = Math.max(best, many / (worked() - began));
    if (count === 0) throw new Error('nobody heard anything');
  }
  return best;
};

/** Prints how many answers a second go through parsing, checking and to everybody who hears. */
export const benchStream = (): void => {
  // As in the page, whose policy lets no text become a program.
  z.config({ jitless: true });
  console.log(`\nanswers a second of one processor, from their text to ${listeners} listeners\n`);
  heldAbove('an answer without news', rateOf(quiet), budget.answersASecond);
  told('an answer with new balances', rateOf(news));
};

if (import.meta.main) benchStream();
