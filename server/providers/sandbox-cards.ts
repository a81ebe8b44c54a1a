import { timingSafeEqual } from 'node:crypto';
import { keyed } from '../sandbox/keys.ts';
import type { Card } from './provider.ts';

const brands = { visa: 'Visa', mastercard: 'Mastercard', mir: 'Mir' } as const;

/** The sandbox writes into a token what it knows of the card, and signs it, so that it need not keep it. */
const form = /^tok_((visa|mastercard|mir)(\d{4})([a-f0-9]{24}))([a-f0-9]{24})$/;

/** What the tokeniser knows of a card that it has just seen. */
interface Seen {
  brand: keyof typeof brands;
  lastFour: string;
  fingerprint: string;
}

const signed = (key: string, told: string): Buffer => keyed(key, 'token', told).subarray(0, 12);

/** `key` is the sandbox's. */
export const cardToken = (key: string, { brand, lastFour, fingerprint }: Seen): string => {
  const told = `${brand}${lastFour}${fingerprint}`;
  return `tok_${told}${signed(key, told).toString('hex')}`;
};

/** The card behind a token; undefined for one that this tokeniser has not made. */
export const cardOf = (key: string, token: string): Card | undefined => {
  const [, told, brand, lastFour, fingerprint, signature] = form.exec(token) ?? [];
  if (!told || !brand || !lastFour || !fingerprint || !signature) return undefined;
  if (!timingSafeEqual(signed(key, told), Buffer.from(signature, 'hex'))) return undefined;
  return { brand: brands[brand as keyof typeof brands], last_four: lastFour, fingerprint };
};
