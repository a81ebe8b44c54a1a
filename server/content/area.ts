import { contentMenu } from '../../contract/calls/page.ts';
import { handle, type Area } from '../area.ts';

const menu = handle(
  contentMenu,
  async (ctx, { body }) => {
    const kinds = [...new Set(body.list)];
    const rows = await ctx.db
      .selectFrom('menu_items')
      .select(['kind', 'url', 'title', 'order', 'icon_url'])
      .where('locale', '=', ctx.locale)
      .orderBy('order')
      .orderBy('url')
      .execute();
    const itemsOf = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ kind: _, ...item }) => item);
    return Object.fromEntries(kinds.map((kind) => [kind, itemsOf(kind)]));
  },
  { open: true },
);

export const contentArea: Area = { name: 'content', calls: [menu] };
