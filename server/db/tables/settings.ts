import type { Generated } from 'kysely';
import type { OptionalLetter } from '../../../contract/mailing.ts';
import type { TimeWithDefault } from './ground.ts';

export interface SettingsTables {
  /** Letters that somebody has turned off. */
  unwanted_letters: { account_id: string; kind: OptionalLetter };
  personal: {
    account_id: string;
    display_name: string;
    /** As `+37120000000`; empty for none. */
    phone: string;
    /** ISO 3166-1 alpha-2; empty for none. */
    country: string;
    /** `1990-05-17`. */
    birthday: string | null;
    /** How often it was saved. */
    edition: Generated<number>;
    changed_at: TimeWithDefault;
  };
}
