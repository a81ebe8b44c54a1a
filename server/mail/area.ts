import type { Area, House } from '../area.ts';
import { repeat } from '../repeat.ts';
import { sendNext, type Untold } from './outbox.ts';
import { sendingBy } from './sending.ts';

/** Milliseconds: between looks; that a rush of requests is let pass after each letter; and that a stop leaves to one under way. */
const pause = 1_000;
const aside = 250;
const last = 5_000;

/** Sends what the outbox holds, when there is a mail server; without one it stays there to be read. */
const start = (house: House): (() => Promise<void>) => {
  const { smtpUrl } = house.config;
  if (smtpUrl === undefined) return () => Promise.resolve();
  const { send, hurry } = sendingBy(smtpUrl, house.config);
  const report = (error: unknown, about?: Untold) =>
    house.log.error({ ...about, err: error }, about?.given_up ? 'a mail was given up' : 'a mail could not be sent');
  const stop = repeat(
    pause,
    async (stopping) => {
      while (!stopping() && (await sendNext(house.db, send, report))) await house.calm.wait(aside);
    },
    report,
  );
  return async () => {
    hurry(last);
    await stop();
  };
};

export const mailArea: Area = { name: 'mail', calls: [], start };
