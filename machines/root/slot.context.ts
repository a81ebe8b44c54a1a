import type { SiteSettings } from '../../contract/entities.ts';
import type { Fault } from '../../contract/errors.ts';
import type { About, AddressDoubt, FlowInput, Place } from './events.ts';
import type { FlowName } from './flows.ts';

export interface SlotInput {
  /** Stands over the page: opened and closed by name, not by the place. */
  over: boolean;
  /** The e-mail typed last, or that of the last sign-in on this device. */
  email: string | null;
}

export interface SlotContext extends SlotInput {
  flow: FlowName | null;
  place: Place;
  account: string | null;
  site: SiteSettings | null;
  needsPassword: boolean;
  /** A change of the address that nobody has heard of. */
  doubt: AddressDoubt | null;
  /** What a modal asks about. */
  about: About | null;
  /** Flows that this slot has loaded. */
  loaded: FlowName[];
  /** How often it did not come. */
  tries: number;
  /** Why there is no flow to see. */
  why: 'not loaded' | 'late' | 'crashed' | null;
  /** What was thrown, for whoever is asked for help. */
  fault: Fault | null;
  /** The flow here has come to its end. */
  ended: boolean;
}

const before: Place = { name: '', params: {}, query: {}, path: '' };

export const begun = ({ over, email }: SlotInput): SlotContext => ({
  ...{ over, email, flow: null, place: before, account: null, site: null, needsPassword: false, doubt: null },
  ...{ about: null, loaded: [], tries: 0, why: null, ended: false, fault: null },
});

/** What the flow here is born with. */
export const inputOf = ({
  place,
  account,
  site,
  email,
  needsPassword,
  doubt,
  over,
  about,
}: SlotContext): FlowInput => ({
  place,
  account,
  site,
  email,
  ...(needsPassword ? { needsPassword } : {}),
  ...(doubt ? { doubt } : {}),
  ...(over ? { over } : {}),
  ...(about ? { about } : {}),
});
