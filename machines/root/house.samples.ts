import type { Balance, SiteSettings, SignedInUser, User, Wallet } from '../../contract/entities.ts';
import type { Place, VersionMemory } from './events.ts';

/** Sample data that the models of the house share. */
export const person: SignedInUser = {
  is_authenticated: true,
  account_id: 'A-1001',
  need_set_password: false,
  locale: 'ru',
  email: 'demo@example.com',
};
export const otherPerson: SignedInUser = { ...person, account_id: 'A-2002', email: 'other@example.com' };
export const visitor: User = { is_authenticated: false };

export const settings: SiteSettings = { logo_url: '/logo.svg', auth_type: 'password' };

export const wallets: Wallet[] = [
  {
    number: 'U-1001',
    currency: 'USD',
    logo: '/currencies/usd.svg',
    balance: '1250.00',
    last_exchange: true,
    name: 'US dollar',
    value: '1250.00',
    held: '0.00',
    scale: 2,
    kind: 'fiat',
  },
  {
    number: 'B-1001',
    currency: 'BTC',
    logo: '/currencies/btc.svg',
    balance: '0.05000000',
    last_exchange: false,
    name: 'Bitcoin',
    value: '4700.00',
    held: '0.00000000',
    scale: 8,
    kind: 'crypto',
  },
];
export const total: Balance = { amount: '5950.00', logo: '/currencies/usd.svg', currency: 'USD' };

export const placeOf = (name: string, path: string, params: Record<string, string> = {}): Place => ({
  name,
  params,
  query: {},
  path,
});

/** Samples of `signal.user`: number and call of the answer that carried it. */
export const userSignals = {
  somebody: { user: person, call: 'auth.check', seq: 1 },
  another: { user: otherPerson, call: 'auth.check', seq: 2 },
  nobody: { user: visitor, call: 'exchange.list', seq: 3 },
  'nobody, as asked': { user: visitor, call: 'auth.logout', seq: 4 },
};

/** What a port throws, and what a machine that fell over leaves behind. */
export const portError = (code: string) => ({ name: 'PortError', code, message: code });
export const fellOver = { name: 'Error', message: 'fell over' };

export const nothingKnown: VersionMemory = { own: null, reloadedAt: null, pairs: [] };
