import { createTransport } from 'nodemailer';
import type { Area, House } from '../area.ts';
import { repeat } from '../repeat.ts';
import { sendNext, type Mail } from './outbox.ts';

/** Milliseconds: between looks, and that a rush of requests is let pass after each letter. */
const pause = 1_000;
const aside = 250;

/** Sends what the outbox holds, when there is a mail server; without one it stays there to be read. */
const start = (house: House): (() => Promise<void>) => {
  const { smtpUrl, productName, mailFrom } = house.config;
  if (smtpUrl === undefined) return () => Promise.resolve();
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  const send = async (mail: Mail): Promise<void> => {
    await transport.sendMail({
      from: { name: productName, address: mailFrom ?? 'no-reply@localhost' },
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.body,
      headers: { 'Content-Language': mail.locale, 'Auto-Submitted': 'auto-generated' },
    });
  };
  const report = (error: unknown) => house.log.error({ err: error }, 'a mail could not be sent');
  const stop = repeat(
    pause,
    async (stopping) => {
      while (!stopping() && (await sendNext(house.db, send, report))) await house.calm.wait(aside);
    },
    report,
  );
  return async () => {
    await stop();
    transport.close();
  };
};

export const mailArea: Area = { name: 'mail', calls: [], start };
