import {
  cardAskReveal,
  cardCancel,
  cardConfirm,
  cardDetailsRead,
  cardFreeze,
  cardMy,
  cardOffers,
  cardOperations,
  cardOrder,
  cardOrderFormRead,
  cardReveal,
  cardSetLimits,
  cardUnfreeze,
} from '../../contract/calls/card.ts';
import { sql } from 'kysely';
import { handle, type Area } from '../area.ts';
import { availableOf } from '../ledger/wallets.ts';
import { written } from '../money/decimal.ts';
import { cancelOperation } from '../operations/cancel.ts';
import { operationEntity } from '../operations/entity.ts';
import { ownOperation, trueOperation } from '../operations/own.ts';
import { replaceOperation } from '../operations/replace.ts';
import { submitOperation } from '../operations/submit.ts';
import { cardEntities, cardEntity, findCard, ownCard, readCards } from './cards.ts';
import { setFrozen, setLimits } from './change.ts';
import { checkCardOrder } from './check.ts';
import { fieldsOf } from './fields.ts';
import { openCard } from './issue.ts';
import { findOffer, offerEntity, openOffer, readOffers } from './offers.ts';
import { cardOperationsPage } from './operations.ts';
import { askReveal, reveal } from './reveal.ts';

/** Bank cards: ordered, shown by their issuer, stopped, limited. */
export const cardArea: Area = {
  name: 'card',
  calls: [
    handle(cardOffers, async (ctx) => ({
      items: (await readOffers(ctx)).map((offer) => offerEntity(offer, ctx.locale)),
    })),
    handle(cardMy, async (ctx) => ({
      items: await cardEntities(ctx.db, await readCards(ctx.db, ctx.account.id), ctx.locale),
    })),
    handle(cardDetailsRead, async (ctx, { params: { id } }) => {
      const row = await trueOperation(ctx.db, ctx.account.id, id, 'card_order');
      const card = await findCard(ctx.db, ctx.account.id, id);
      return {
        ...(await operationEntity(ctx.db, row, ctx.locale, ctx.account.id)),
        ...(card && { card: await cardEntity(ctx.db, card, ctx.locale) }),
      };
    }),
    handle(cardOrderFormRead, async (ctx, { query }) => {
      const offer = await findOffer(ctx, query.offer);
      const fields = fieldsOf(offer.row.kind, ctx.locale);
      // The address of the last time, however that order ended.
      const last = await ctx.db
        .selectFrom('operations')
        .select('details')
        .where('account_id', '=', ctx.account.id)
        .where('kind', '=', 'card_order')
        .where(sql<boolean>`details->'values' ? 'street'`)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      const before = last?.details.values ?? {};
      const available = await availableOf(ctx.db, ctx.account.id, offer.currency.code);
      return {
        offer: offerEntity(offer, ctx.locale),
        fields,
        values: Object.fromEntries(fields.map(({ name }) => [name, before[name] ?? ''])),
        available: written(available, offer.currency.scale),
      };
    }),
    handle(cardOrder, async (ctx, { body }) => {
      const row = await ctx.transaction(async (db) => {
        if (body.replaces !== undefined) await replaceOperation(db, ctx.account.id, body.replaces, 'card_order');
        return await checkCardOrder(ctx, db, body);
      });
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
    handle(cardConfirm, async (ctx, { body: { card: id } }) => {
      const row = await submitOperation(ctx, 'card_order', {
        id,
        allowed: async (db, { details }) => {
          // Two confirms at once are counted one after the other.
          await sql`select pg_advisory_xact_lock(hashtextextended(${`cards ${ctx.account.id}`}, 0))`.execute(db);
          await openOffer({ ...ctx, db }, details.card?.offer ?? '');
        },
        also: openCard,
      });
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
    handle(cardCancel, async (ctx, { body: { card: id } }) => {
      await ownOperation(ctx.db, ctx.account.id, id, 'card_order');
      return await operationEntity(ctx.db, await cancelOperation(ctx, id), ctx.locale, ctx.account.id);
    }),
    handle(cardFreeze, async (ctx, { body }) => cardEntity(ctx.db, await setFrozen(ctx, body.card, true), ctx.locale)),
    handle(cardUnfreeze, async (ctx, { body }) =>
      cardEntity(ctx.db, await setFrozen(ctx, body.card, false), ctx.locale),
    ),
    handle(cardSetLimits, async (ctx, { body: { card: id, ...limits } }) =>
      cardEntity(ctx.db, await setLimits(ctx, id, limits), ctx.locale),
    ),
    handle(cardOperations, async (ctx, { query }) =>
      cardOperationsPage(ctx.db, await ownCard(ctx.db, ctx.account.id, query.card), query.cursor),
    ),
    handle(cardAskReveal, (ctx, { body }) => askReveal(ctx, body.card)),
    handle(cardReveal, (ctx, { body }) => reveal(ctx, body.card, body.code)),
  ],
};
