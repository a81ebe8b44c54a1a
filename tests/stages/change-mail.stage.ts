import changeMail from '../../machines/flows/change-mail/change-mail.model.ts';
import type { ChildServer } from '../server/harness.ts';
import { defineStage } from './stage.ts';

const email = 'new@example.com';
/** The newest code that was sent to an address. */
const codeTo = async ({ url }: ChildServer, address: string): Promise<string> => {
  const response = await fetch(`${url}/dev/outbox?to=${encodeURIComponent(address)}`);
  const { mails } = (await response.json()) as { mails: { body: string }[] };
  return /\b\d{6}\b/.exec(mails[0]?.body ?? '')?.[0] ?? '';
};

const address = 'changed-1@example.com';

export default defineStage({
  model: changeMail,
  ways: {
    'an account with a password': {
      input: 'an account with a password',
      as: email,
      at: '/settings/mail',
      values: {
        'person@example.com': () => email,
        'new.address@example.org': () => address,
        'a long quiet phrase': () => 'demo-password-2',
        '123 456': ({ product }) => codeTo(product, email),
        '654 321': ({ product }) => codeTo(product, address),
      },
      outcomes: {
        'draft.read': { 'no draft': 'of itself' },
        'user.change_mail': { 'two letters were sent': 'answered' },
        'user.confirm_mail': { changed: 'answered' },
      },
    },
  },
  ends: { changed: { address: /^\/settings\/mail$/ } },
});
