import type { Context } from 'hono';
import type { House } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { readBytes } from '../http/read-body.ts';
import type { Bindings } from '../http/request-facts.ts';
import { paymentNews } from '../providers/news.ts';
import type { Payments } from '../providers/provider.ts';
import { receiveOrKeep } from './refused.ts';

/** A callback of a provider. What is not signed by it is not even read; what is wrong is said by the status alone. */
export const hear =
  (house: House, { callback }: Payments) =>
  async (c: Context<Bindings>): Promise<Response> => {
    const answer = (status: 200 | 400 | 403 | 404 | 409 | 413 | 422, counted = false) =>
      c.json({ counted }, status, { 'Cache-Control': 'no-store' });
    try {
      const body = (await readBytes(c.req.raw)).toString('utf8');
      if (!(await callback.isSigned(body, c.req.raw.headers))) return answer(403);
      const news = paymentNews.safeParse(parsed(body));
      if (!news.success) return answer(400);
      const heard = await receiveOrKeep(house, news.data);
      return heard instanceof Refusal ? answer(heard.status as 404) : answer(200, heard);
    } catch (error) {
      if (error instanceof Refusal) return answer(error.status as 404);
      throw error;
    }
  };

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
