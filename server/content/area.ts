import { contentArticle, contentArticles } from '../../contract/calls/content.ts';
import { contentMenu } from '../../contract/calls/page.ts';
import { handle, type Area } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { articles } from './articles.ts';
import { factsOf } from './facts.ts';
import { fill } from './fill.ts';

const menu = handle(
  contentMenu,
  async (ctx, { body }) => {
    const kinds = [...new Set(body.list)];
    const rows = await ctx.db
      .selectFrom('menu_items')
      .select(['kind', 'url', 'title', 'order', 'icon_url'])
      .where('locale', '=', ctx.shownLocale)
      .orderBy('order')
      .orderBy('url')
      .execute();
    const itemsOf = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ kind: _, ...item }) => item);
    return Object.fromEntries(kinds.map((kind) => [kind, itemsOf(kind)]));
  },
  { open: true },
);

const article = handle(
  contentArticle,
  async (ctx, { params }) => {
    const found = articles[ctx.shownLocale].get(params.id);
    if (found === undefined) throw new Refusal(404, 'not_found');
    const { id, title, updatedAt, body } = found;
    return { id, title, html: await fill(body, factsOf(ctx)), updated_at: updatedAt };
  },
  { open: true },
);

const list = handle(
  contentArticles,
  async (ctx) => ({
    items: [...articles[ctx.shownLocale].values()].map(({ id, title, summary }) => ({ id, title, summary })),
  }),
  { open: true },
);

export const contentArea: Area = { name: 'content', calls: [menu, article, list] };
