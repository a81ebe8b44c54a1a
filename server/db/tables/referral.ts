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
    stop_hash: Buffer;
    letters: Generated<number>;
    /** Of the last letter. */
    sent_at: TimeWithDefault;
    joined_id: ColumnType<string | null, undefined, string>;
  };
  referral_refusals: { mail: string };
  referral_mailings: { account_id: string; locale: 'ru' | 'en'; note: string };
}
