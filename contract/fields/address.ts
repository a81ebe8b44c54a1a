import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58check, base64, base64urlnopad, bech32, bech32m, hex, utf8 } from '@scure/base';
import type { ErrorCode } from '../error-codes.ts';
import type { Network } from '../payment.ts';

/** What a text is as an address: of one of our networks, of another one (a test network, another coin), or of none. */
type Found = Network | 'elsewhere' | undefined;

const base58 = base58check(sha256);
/** First byte of what a Bitcoin address pays to: a key's hash, a script's hash. */
const bitcoinVersions = [0x00, 0x05];

const tried = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const ofBase58 = (text: string): Found => {
  const bytes = tried(() => base58.decode(text));
  if (!bytes || bytes.length !== 21) return undefined;
  return bitcoinVersions.includes(bytes[0] ?? -1) ? 'bitcoin' : 'elsewhere';
};

/**
 * A segwit address: version 0 in Bech32 with 20 or 32 bytes, version 1 in Bech32m with 32. Later versions are not in use:
 * whatever is sent there, anybody may take.
 */
const ofBech32 = (text: string): Found => {
  const old = bech32.decodeUnsafe(text);
  const decoded = old ?? bech32m.decodeUnsafe(text);
  if (!decoded) return undefined;
  if (decoded.prefix !== 'bc') return 'elsewhere';
  const [version, ...words] = decoded.words;
  const program = tried(() => bech32.fromWords(words));
  if (!program) return undefined;
  const right = old ? version === 0 && [20, 32].includes(program.length) : version === 1 && program.length === 32;
  return right ? 'bitcoin' : undefined;
};

/** EIP-55: letters in both cases are a checksum, letters in one case say nothing. Nobody has the key of the zero address. */
const ofHex = (text: string): Found => {
  const [, digits] = /^0x([0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (digits === undefined || /^0+$/.test(digits)) return undefined;
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return plain || checksummed(digits) === digits ? 'ethereum' : undefined;
};

const checksummed = (digits: string): string => {
  const small = digits.toLowerCase();
  const hash = hex.encode(keccak_256(utf8.decode(small)));
  return [...small].map((digit, at) => ((hash[at] ?? '0') >= '8' ? digit.toUpperCase() : digit)).join('');
};

/** Of the last two bytes of a TON address, over those before them. */
const crc16 = (bytes: Uint8Array): number => {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? ((sum << 1) ^ 0x1021) & 0xffff : (sum << 1) & 0xffff;
  }
  return sum;
};

/** TON: 36 bytes in base64, of either alphabet. A flag (0x80: a test network), the workchain, the account, its check. */
const ofTon = (text: string): Found => {
  if (!/^[A-Za-z0-9+/_-]{48}$/.test(text)) return undefined;
  const bytes = tried(() => (/[+/]/.test(text) ? base64 : base64urlnopad).decode(text));
  const flag = bytes?.[0] ?? 0;
  if (!bytes || ![0x11, 0x51].includes(flag & 0x7f) || ![0x00, 0xff].includes(bytes[1] ?? 1)) return undefined;
  if (crc16(bytes.subarray(0, 34)) !== (bytes[34] ?? 0) * 256 + (bytes[35] ?? 0)) return undefined;
  return flag & 0x80 ? 'elsewhere' : 'ton';
};

/** A wallet's address in its usual spelling, of the 32 bytes that name the account. */
export const tonAddress = (account: Uint8Array): string => {
  const bytes = new Uint8Array([0x51, 0x00, ...account, 0, 0]);
  new DataView(bytes.buffer).setUint16(34, crc16(bytes.subarray(0, 34)));
  return base64urlnopad.encode(bytes);
};

const networkOf = (text: string): Found => ofHex(text) ?? ofTon(text) ?? ofBech32(text) ?? ofBase58(text);

/** `wrong_network`: it is an address, but money of this network that is sent there is lost. */
export const problemOfAddress = (network: Network, text: string): ErrorCode | null => {
  const found = networkOf(text);
  if (found === network) return null;
  return found === undefined ? 'bad_address' : 'wrong_network';
};

/** One spelling an address: Bech32 in small letters, hexadecimal digits with their checksum, a TON one in the alphabet of addresses. Only for a right one. */
export const canonicalAddress = (text: string): string => {
  if (text.startsWith('0x')) return `0x${checksummed(text.slice(2))}`;
  if (/^bc1/i.test(text)) return text.toLowerCase();
  // Of the three networks only TON's have these.
  return text.replaceAll('+', '-').replaceAll('/', '_');
};
