import type { LandingQuote } from '../../contract/calls/exchange.ts';
import type { CardToken } from '../../contract/card-token.ts';
import type {
  Balance,
  LocaleCode,
  Notification,
  SiteSettings,
  UnreadMsgs,
  User,
  Wallet,
} from '../../contract/entities.ts';
import type { Hints, HintStep } from '../form/hints.ts';

/**
 * Events say who spoke: `user.*` a person, `signal.*` the scanner, `flow.*` a flow to the house, `house.*` the house
 * to its residents and flows, `port.*` the browser.
 */

/** Who asked, and when: the sequence number of the request that the answer belongs to. */
interface Asked {
  seq: number;
}

export type Signal =
  | ({ type: 'signal.site_settings'; site_settings: SiteSettings } & Asked)
  | ({ type: 'signal.fv'; fv: string } & Asked)
  /** `call` is whose answer it came in: that of a sign-out was asked for, any other was not. */
  | ({ type: 'signal.user'; user: User; call: string } & Asked)
  | ({ type: 'signal.locale'; locale: string } & Asked)
  | ({ type: 'signal.wallets'; wallets: Wallet[] } & Asked)
  | ({ type: 'signal.total_balance'; total_balance: Balance } & Asked)
  | ({ type: 'signal.unread_msgs'; unread_msgs: UnreadMsgs } & Asked)
  /** `now` is the server's time of the answer: the list was read after it. */
  | ({ type: 'signal.notifications'; notifications: Notification[]; now?: string | undefined } & Asked)
  | ({ type: 'signal.redirect'; redirect_url: string } & Asked)
  /** 503 `site_blocked`; the next good answer says `signal.site open`. */
  | ({ type: 'signal.site blocked' } & Asked)
  | ({ type: 'signal.site open' } & Asked)
  /** An answer, or one key of it, that the contract does not know. The rest of it still counts. */
  | ({ type: 'signal.malformed'; call: string; key: string; why: string } & Asked);

/** Where the page is: the route's name, its parameters and its query. */
export interface Place {
  name: string;
  params: Record<string, string>;
  query: Record<string, string>;
  /** Path and query as they stand in the address. */
  path: string;
  /** What the home page showed for the exchange that it led to. */
  quoted?: LandingQuote;
  /**
   * Why it is the first page, and not the one where the person was or wanted to be: they signed out in another tab, they
   * put off signing in again, or nobody is signed in. Absent where they came by themselves.
   */
  why?: 'elsewhere' | 'put off' | 'visitor';
}

/** The exchange that a visitor wants, and what the home page showed for it. */
export interface Landing {
  to: string;
  quoted?: LandingQuote | undefined;
}

/**
 * What a person would leave behind: an amount in a form, terms that stand on a review (alone: nothing was typed for them here), or
 * a file that no draft keeps and the server does not have yet.
 */
export type Holding = 'amount' | 'terms' | 'terms alone' | 'file';

/** What a modal asks about: a place that was wanted (`back`: through the history), or two quotes of one amount. */
export interface Leaving {
  to: string;
  back: boolean;
  holding: Holding;
}
export interface QuoteChange {
  shown: LandingQuote;
  fresh: LandingQuote;
  /** Fraction digits of the two currencies. */
  scale: { give: number; get: number };
}
export interface About {
  leaving?: Leaving;
  change?: QuoteChange;
  notice?: Notification;
  hints?: Hints;
}

/** The address that an account has by now, if a change of it was done; and the one that it has else. */
export interface AddressDoubt {
  email: string;
  former: string;
}

/** What a flow may tell the house. */
export type FlowEvent =
  /** `asks`: what it leaves is another's, so that whoever holds something is asked first. */
  | { type: 'flow.navigate'; to: string; replace?: boolean; asks?: true }
  | {
      type: 'flow.toast wanted';
      msg: string;
      variant: 'success' | 'danger' | 'secondary';
      delay?: number;
      params?: Record<string, string>;
    }
  /** A visitor wants this exchange: kept through sign-in. */
  | ({ type: 'flow.landing kept' } & Landing)
  /** Something that the page shows is to be copied. */
  | { type: 'flow.copy wanted'; value: string }
  /** What would be left behind here; null when nothing would. */
  | { type: 'flow.holding'; holding: Holding | null }
  /** The first fresh quote of an exchange is not what the home page showed. */
  | ({ type: 'flow.quote changed' } & QuoteChange)
  /** The person leaves what they hold. */
  | ({ type: 'flow.leave agreed' } & Leaving)
  /** Said by a slot whose flow could not be loaded. */
  | { type: 'flow.not opened'; flow: string }
  /** The flow is inside a step that nothing may cover (a confirm), or has left it. */
  | { type: 'flow.confirming'; confirming: boolean }
  | { type: 'flow.signed in' }
  /** The person has asked to be signed out: what they typed is to go, also where the answer is not heard. */
  | { type: 'flow.signing out' }
  /** They have not learnt what came of it, and stay: a session that has ended is one that was lost. */
  | { type: 'flow.staying' }
  /** What a visitor types as their address, for the next form that asks for one. */
  | { type: 'flow.email typed'; email: string }
  /** A change of the account's address was sent, and nobody has heard what came of it; null when it is known. */
  | { type: 'flow.address in doubt'; doubt: AddressDoubt | null }
  /** What stood before the way that the person was going is done, or put off: they go on. */
  | { type: 'flow.interruption over' }
  /** A modal flow gives way: the person turned it down. */
  | { type: 'flow.dismissed' }
  /** Said by the slot of a modal whose flow came to its end. */
  | { type: 'flow.left'; flow: string }
  /** A notification of the inbox is closed there; `value` is its id. */
  | { type: 'flow.notification closed'; value: string }
  /** The notification of a window stands there to be read. */
  | { type: 'flow.notice shown' }
  /** Which hints are to be shown, as the tutorial lets the person choose. */
  | { type: 'flow.hints chosen'; hints: Hints };

/** What the house tells its residents and flows. */
export type HouseEvent =
  /** `call` is whose answer told it: what is none of a sign-in tells what another tab has done. */
  | {
      type: 'house.signed in';
      account: string;
      again: boolean;
      need_set_password: boolean;
      call?: string | null;
      seq: number;
    }
  /**
   * `elsewhere`: asked for in another tab; `put off`: the session is lost, and the person would not sign in again now,
   * what they typed is kept for them.
   */
  | { type: 'house.signed out'; why: 'asked' | 'elsewhere' | 'visitor' | 'other account' | 'put off' }
  /** The session ended in the middle: the flow stays, sign-in stands over it. */
  | { type: 'house.session lost' }
  /** `own`: the flow that is shown has named in the address how far it is, and nobody has gone anywhere. */
  | { type: 'house.arrived'; place: Place; own?: true }
  | { type: 'house.language'; locale: LocaleCode }
  /** The person wants to go elsewhere, and would leave something behind. */
  | ({ type: 'house.leave wanted' } & Leaving)
  | { type: 'house.modal opened'; flow: ModalName; about?: About }
  | { type: 'house.modal closed' }
  /** The person would not sign in again after the session was lost. */
  | { type: 'house.login dismissed' }
  /** Whoever waits for a better answer asks the session to look; it says when it has, whatever came of it. */
  | { type: 'house.look wanted' }
  | { type: 'house.looked' }
  /** The site was blocked, and is not any more. */
  | { type: 'house.site open' }
  /** Whether short messages stay until they are closed. */
  | { type: 'house.messages'; kept: boolean }
  /** A piece of the page did not come, twice: another build may be behind the address by now. */
  | { type: 'house.chunk lost' };

export type ModalName = 'login' | 'logout' | 'exchange-leave' | 'exchange-quote' | 'notice' | 'inbox' | 'tutorial';

/** What the annex tells the house: a modal is wanted, or not any more; or the server is to be asked, for what its answer brings. */
export type AnnexEvent =
  /** `fresh`: what is being asked already is too old. */
  | { type: 'annex.look wanted'; fresh?: true }
  | { type: 'annex.modal wanted'; modal: ModalName; about?: About }
  | { type: 'annex.modal over'; modal: ModalName };

/**
 * What every flow gets at its birth. `over` stands for a modal, `about` is what it asks about; `email` is the one typed
 * last, or that of the last sign-in on this device; `needsPassword` is said of a signed-in person who has yet to set one; `doubt`
 * of whoever may have another address by now.
 */
export interface FlowInput {
  place: Place;
  account: string | null;
  site: SiteSettings | null;
  email: string | null;
  needsPassword?: true;
  doubt?: AddressDoubt;
  over?: true;
  about?: About;
}

/** What the browser tells. `at` is this page's clock in ms. */
export type PortEvent =
  | { type: 'port.address changed'; path: string }
  | { type: 'port.ticked'; at: number }
  | { type: 'port.online'; at: number }
  | { type: 'port.offline'; at: number }
  | { type: 'port.shown'; at: number }
  | { type: 'port.hidden'; at: number }
  /** The frame in which a provider asks for a card has come, and says so itself. */
  | { type: 'port.card frame ready' }
  /** A card was given in the frame of its provider. */
  | { type: 'port.card given'; card: CardToken }
  /** How much of a file has gone. */
  | { type: 'port.upload progressed'; percent: number }
  /** Another part of the page has the camera: there is one for all of them. */
  | { type: 'port.camera elsewhere' }
  /** The camera went off by itself: it was taken away, or from the page. */
  | { type: 'port.camera lost' }
  /** Hints whose element stands on the screen. */
  | { type: 'port.anchors'; steps: readonly HintStep[] }
  /** Letters go into a field of the page; none have for `added.writingPause`. */
  | { type: 'port.writing' }
  | { type: 'port.writing paused' }
  /** Whether every flow that is open may be loaded anew without a loss. */
  | { type: 'port.reload safety'; safe: boolean };

/** Whether somebody looks at the page, and whether it is on the line. */
export type PageLife = Extract<PortEvent, { type: 'port.online' | 'port.offline' | 'port.shown' | 'port.hidden' }>;

/** What another tab of this browser says of what all of them share. */
export type TabEvent =
  /** Somebody has come in, or is here still after a wish to leave. */
  | { type: 'tabs.signed in'; account: string }
  | { type: 'tabs.signed out'; account: string }
  /** They asked for it, and nobody has heard yet what came of it. */
  | { type: 'tabs.signing out'; account: string }
  | { type: 'tabs.language'; locale: LocaleCode }
  /** Whether amounts are hidden. */
  | { type: 'tabs.hidden'; hidden: boolean }
  | { type: 'tabs.theme'; theme: 'system' | 'light' | 'dark' }
  /** Whether short messages stay until they are closed. */
  | { type: 'tabs.messages'; kept: boolean }
  /** Whether notifications of the browser are wanted on this device. */
  | { type: 'tabs.alerts'; wanted: boolean }
  /** Whether a journal is kept on this device. */
  | { type: 'tabs.journal'; kept: boolean }
  | { type: 'tabs.unread'; account: string; unread: UnreadMsgs }
  /** The way to messages that wait was put off there: as many of each as there were. */
  | { type: 'tabs.offer put off'; account: string; known: UnreadMsgs }
  /** The server has told that tab what is new. */
  | { type: 'tabs.looked'; account: string }
  /** Money of this account has moved: that tab knows its balances anew. */
  | { type: 'tabs.money moved'; account: string }
  /** Notifications as the server has told them to that tab, in its language. */
  | { type: 'tabs.notifications'; account: string; locale: string; notifications: Notification[] }
  | { type: 'tabs.notification closed'; account: string; notification: string }
  /** The server has heard of that by `now`, its own time: whatever it tells from then on is newer. Absent where it never will hear. */
  | { type: 'tabs.close heard'; account: string; notification: string; now?: string | undefined }
  /** A payment is told there; `id` is the popup's own. */
  | { type: 'tabs.payment'; account: string; notification: string; id: string };

/** What a page knows of versions: its own, and when and from what this tab was last loaded anew (page clock, ms). */
export interface VersionMemory {
  own: string | null;
  reloadedAt: number | null;
  /** Reloads that were done, as `old→new`. */
  pairs: string[];
}

/** What the annex is born with. `at` is the page's clock at that moment. */
export interface AnnexInput {
  at: number;
  version: VersionMemory;
  journal: { kept: boolean };
  /** Whether short messages stay until they are closed, as this device remembers it; absent: they do not. */
  messages?: { kept: boolean };
  /** Notifications that were closed on this device, and of which the server may not have heard. */
  closed?: ClosedHere[];
  /** Notifications of the browser are wanted on this device. */
  alerts?: boolean;
  /** The language of the page. */
  locale?: string;
  /** What was put off of messages that wait, whatever lies there. */
  offer?: unknown;
  /** Hints of the tutorial, as this device remembers them. */
  hints?: Hints;
}

/** A notification that was closed on this device, and whose it is. */
export interface ClosedHere {
  account: string;
  id: string;
}
