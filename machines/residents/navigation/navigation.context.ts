import type { FlowEvent, Holding, HouseEvent, Landing, Place, PortEvent, Signal } from '../../root/events.ts';
import { splitPath } from './address.ts';
import { decide, firstPassword, type RowName } from './after-sign-in.ts';
import { readKept, type Kept } from './kept.ts';
import { readTarget } from './routes.ts';
import { settle, type Rules, type Settled } from './settle.ts';

export interface NavigationInput extends Rules {
  path: string;
  /** What this device has kept through sign-in. */
  kept?: unknown;
  /** Accounts that were asked for a password on this device. */
  asked?: readonly string[] | undefined;
  /** The flow that shows a route, by the names of both. */
  flows?: Readonly<Record<string, string>>;
}

export interface NavigationContext extends Rules, Kept {
  flows: Readonly<Record<string, string>>;
  /** The address as it is or is about to be. */
  path: string;
  /** How it has yet to be written. */
  write: 'push' | 'replace' | null;
  place: Place | null;
  /** The flow that is shown has named in the address how far it is. */
  own: boolean;
  found: Settled['found'];
  account: string | null;
  authType: string | null;
  blocked: boolean;
  /** What of the two things kept through sign-in this device has written down. */
  written: Kept;
  /** What the home page showed for the exchange that is about to open. */
  quoted: Landing['quoted'];
  /** Why the first page is about to open. */
  why: Place['why'] | undefined;
  /** Accounts that were asked for a password: each is asked once. */
  asked: readonly string[];
  /** How the last sign-in was decided, for a redirect that comes in the same answer. */
  decided: { seq: number; row: RowName } | null;
  /** What the flow here would leave behind. */
  holding: Holding | null;
  /** Where Back was pressed and was asked about: one step behind it lies what was wanted. */
  backFrom: string | null;
}

export type NavigationEvent =
  | { type: 'user.navigated'; value: string }
  | { type: 'user.went back' }
  | Extract<
      FlowEvent,
      { type: 'flow.navigate' | 'flow.landing kept' | 'flow.holding' | 'flow.leave agreed' | 'flow.interruption over' }
    >
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' }>
  | Extract<PortEvent, { type: 'port.address changed' }>
  | Extract<Signal, { type: 'signal.redirect' | 'signal.site blocked' | 'signal.site open' | 'signal.site_settings' }>;

export type SignedIn = Extract<NavigationEvent, { type: 'house.signed in' }>;
export type SignedOut = Extract<NavigationEvent, { type: 'house.signed out' }>;

export const begun = ({ path, built, flows = {}, guards, kept, asked = [] }: NavigationInput): NavigationContext => ({
  path,
  built,
  flows,
  guards,
  write: null,
  place: null,
  own: false,
  found: 'here',
  account: null,
  authType: null,
  blocked: false,
  ...readKept(kept),
  written: readKept(kept),
  quoted: undefined,
  why: undefined,
  asked,
  decided: null,
  holding: null,
  backFrom: null,
});

type Change = Partial<NavigationContext>;

/** The flow that shows a place; a route of which none is known stands for itself. */
const shownBy = ({ flows }: NavigationContext, { name }: Place): string => flows[name] ?? name;

export function goTo(context: NavigationContext, to: string, write: 'push' | 'replace'): Change {
  const path = readTarget(to, context.path) ?? context.path;
  return { path, write: path === context.path ? null : write };
}

export function settled(context: NavigationContext): Change {
  const { found, place, kept } = settle(context.path, context.account, context);
  const { quoted, write } = context;
  const why = kept === null ? context.why : 'visitor';
  return {
    found,
    place: { ...place, ...(quoted && { quoted }), ...(why && { why }) },
    own: context.own && context.place !== null && shownBy(context, place) === shownBy(context, context.place),
    path: place.path,
    // A guard may lead a link back to where they are: that is no new step of the history.
    write:
      write === 'push'
        ? place.path === context.place?.path
          ? null
          : write
        : place.path === context.path
          ? write
          : 'replace',
    ...(kept !== null && { interrupted: kept, whose: null }),
    quoted: undefined,
    why: undefined,
  };
}

/** Whether a path leads to another screen than the one that is shown; what stands in its query is the flow's own. */
export const isElsewhere = (to: string, context: NavigationContext): boolean =>
  splitPath(settle(to, context.account, context).place.path)[0] !== splitPath(context.path)[0];

/** Where somebody who comes in reads on: the address itself, unless it is no place for a signed-in person. */
const whereTheyAre = (context: NavigationContext, account: string): string | null =>
  settle(context.path, account, context).sent ? null : context.path;

/** By the page that they open, or where they sign in; the tab in which another one sees them do so asks them itself. */
const isAskedHere = ({ place }: NavigationContext, { call }: SignedIn): boolean =>
  place === null || /^auth[.](?!check)/.test(String(call));

export function arrived(context: NavigationContext, event: SignedIn): Change {
  const { account } = event;
  const kept = context.whose === null || context.whose === account ? context.interrupted : null;
  const interrupted = whereTheyAre(context, account) ?? kept;
  const needsPassword = event.need_set_password && isAskedHere(context, event);
  const { row, to } = decided({ ...context, interrupted, account }, needsPassword);
  const asked = row === 'a password is required';
  const there = needsPassword && to === firstPassword;
  const later = there || row === 'the site is blocked';
  return {
    ...goTo(context, to, 'replace'),
    account,
    decided: { seq: event.seq, row },
    asked: asked ? [...context.asked, account] : context.asked,
    // A page that is opened where the password is asked for was not on the way elsewhere.
    interrupted: there && interrupted === to ? kept : later ? interrupted : null,
    whose: null,
    landing: later ? context.landing : null,
    quoted: row === 'a landing exchange' ? context.landing?.quoted : undefined,
  };
}

/** Of what nobody has to be told: that they signed out here, and that another person follows. */
const toldOf: Partial<Record<SignedOut['why'], Place['why']>> = { elsewhere: 'elsewhere', 'put off': 'put off' };

/** Nobody stays where a person is needed. With a lost session that is not taken up again, the way back is kept for its owner. */
export function left(context: NavigationContext, why: SignedOut['why']): Change {
  const { sent } = settle(context.path, null, context);
  const back = sent && why === 'put off';
  return {
    account: null,
    interrupted: back ? context.path : null,
    whose: back ? context.account : null,
    landing: null,
    ...(sent && { ...goTo(context, '/', 'replace'), why: toldOf[why] }),
  };
}

/** Somebody goes through the history: a guard turns them back, and what it refused was not asked for just now. */
export function stepped(context: NavigationContext, asked: string): Change {
  const { path } = settle(asked, context.account, context).place;
  return { path, write: path === asked ? null : 'replace' };
}

/** The rows of the table below the one that is done with. */
export function goneOn(context: NavigationContext): Change {
  const { row, to } = decided(context, false);
  return {
    ...goTo(context, to, 'replace'),
    interrupted: null,
    landing: null,
    quoted: row === 'a landing exchange' ? context.landing?.quoted : undefined,
  };
}

const decided = (context: NavigationContext, needsPassword: boolean) =>
  decide({ ...context, landing: context.landing && context.landing.to, needsPassword, redirect: null });
