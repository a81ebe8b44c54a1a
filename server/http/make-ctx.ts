import type { Context } from 'hono';
import { timeZoneCookie } from '../../contract/page-cookies.ts';
import type { Ctx, Served } from '../area.ts';
import { closeOthers, isOpen, openSession, type Facts } from '../auth/sessions.ts';
import { noteShown } from '../auth/shown-language.ts';
import { refuseStopped } from '../auth/stopped.ts';
import { failpointStatement } from '../failpoints.ts';
import { writeCookie } from './cookies.ts';
import { heldRevision, toUser } from './envelope.ts';
import { cookieOf, fromOf, languageFor, type Passage } from './passage.ts';
import { endHere, keepSession, tooLate } from './recognise.ts';
import { requestFacts, type Bindings } from './request-facts.ts';
import { zoneOf } from './zone.ts';

/** What the work of a call is given. */
export const makeCtx = (passage: Passage, facts: Facts, { spec, how }: Served, c: Context<Bindings>): Ctx => {
  const { house } = passage.service;
  // What a visitor may do as well, such as signing in or out, is done whatever became of the session.
  const needed = how.open === true ? null : facts.session;
  return {
    house,
    db: house.db,
    call: spec.name,
    account: facts.account,
    signedInBy:
      facts.session &&
      (facts.session.familyId === null ? `session ${facts.session.id}` : `family ${facts.session.familyId}`),
    session: facts.session?.id ?? null,
    held: heldRevision(passage.asked, facts.account),
    locale: passage.locale,
    now: facts.now,
    authType: facts.authType,
    request: requestFacts(c, house.config),
    log: passage.log,
    async transaction(work) {
      house.failpoints.reach('before BEGIN', spec.name);
      const result = await house.db.transaction().execute(async (trx) => {
        const done = await work(trx);
        // Last of all: the work may have taken long, or waited. No lock is taken: two that end each other would wait for good.
        if (needed && !(await isOpen(trx, needed))) throw tooLate(passage);
        house.failpoints.reach('before COMMIT', spec.name);
        return done;
      });
      house.failpoints.reach('after COMMIT', spec.name);
      return result;
    },
    statement: (work) => failpointStatement(house, spec.name, work),
    knows: (news) => void (passage.known = news),
    cookie: (name) => cookieOf(passage, name),
    setCookie: (name, value, maxAge) => passage.out.push(writeCookie(name, value, passage.https, maxAge)),
    shownLocale: passage.shown ?? passage.locale,
    zone: () => zoneOf(passage.cookies.get(timeZoneCookie)),
    speak: (locale) => void (passage.locale = locale),
    carry: (keys) => void Object.assign(passage.keys, keys),
    async signIn(db, account, remember) {
      await refuseStopped(db, account.id);
      await endHere(passage, facts, db);
      const opened = await openSession(db, account.id, remember, fromOf(requestFacts(c, house.config)));
      await noteShown(db, account.id, passage.shown ?? passage.locale);
      return () => {
        keepSession(passage, opened);
        passage.account = account;
        passage.redirect = facts.signInRedirect;
        passage.locale = languageFor(passage, account);
        Object.assign(passage.keys, { user: toUser(account), locale: passage.locale });
        passage.asked = { rev: 0, account: undefined };
      };
    },
    async signOut(db) {
      await endHere(passage, facts, db);
      return () => {
        passage.account = null;
        passage.keys.user = toUser(null);
      };
    },
    async endOthers(db) {
      const { account, session } = facts;
      const opened = account && session && (await closeOthers(db, account.id, session));
      return () => {
        if (opened) keepSession(passage, opened);
      };
    },
  };
};
