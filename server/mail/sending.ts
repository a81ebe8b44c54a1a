import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { longestSend, type Mail } from './outbox.ts';

/** Sends through a mail server. */
export interface Sending {
  /** Rejects when the server refuses the letter, or has not taken it in time. */
  send: (mail: Mail) => Promise<void>;
  /** Gives a letter that is under way so many ms more. */
  hurry: (ms: number) => void;
}

/**
 * Each letter has a connection of its own, and `longest` (ms) for all that is said over it: a server that says a little now and then is
 * never silent for long, and one that is may be looking through a letter that it takes in the end.
 */
export const sendingBy = (
  smtpUrl: string,
  { productName, mailFrom }: Pick<Config, 'productName' | 'mailFrom'>,
  longest = longestSend,
): Sending => {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 2 * longest,
  });
  const hurried = new AbortController();
  return {
    async send(mail) {
      await transport.sendMail({
        from: { name: productName, address: mailFrom ?? 'no-reply@localhost' },
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body,
        headers: { 'Content-Language': mail.locale, 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([hurried.signal, AbortSignal.timeout(longest)]),
      });
    },
    hurry: (ms) => void setTimeout(() => hurried.abort(), ms).unref(),
  };
};
