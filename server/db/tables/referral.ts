import type { ColumnType, Generated } from 'kysely';
import type { BonusEvent } from '../../../contract/referral.ts';
import type { TimeWithDefault } from './ground.ts';

/** Who invited whom, and what came of it. */
export interface ReferralTables {
  referral_links: { account_id: string; code: string };
  referrals: { id: string; invited_id: string; referrer_id: string; joined_at: TimeWithDefault };
  referral_terms: { event: BonusEvent; currency: string; amount: string; hold_seconds: number };
  referral_bonuses: { invited_id: string; event: BonusEvent; operation_id: string };
  referral_invites: {
    id: string;
    account_id: string;
    email: string;
    /** The letter box behind the address, however it is spelled. */
    mail: ColumnType<string, never, never>;
    letters: Generated<number>;
    /** Of the last attempt, whether a letter went out or not. */
    sent_at: TimeWithDefault;
    /** Of the letters that went out; null where none did. */
    first_reached_at: ColumnType<string | null>;
    reached_at: ColumnType<string | null>;
    joined_id: ColumnType<string | null, undefined, string>;
  };
  /** What a letter refuses further ones by. */
  referral_stops: { hash: Buffer; mail: string };
  referral_refusals: { mail: string };
  referral_mailings: { account_id: string; locale: 'ru' | 'en'; note: string };
}
