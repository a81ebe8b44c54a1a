import type { Context } from 'hono';
import type { House } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { readBytes } from '../http/read-body.ts';
import type { Bindings } from '../http/request-facts.ts';
import { paymentNews } from '../payments/news.ts';
import { receivePayment } from '../payments/receive.ts';
import { signatureHeader } from './callbacks.ts';
import { isSigned, sandboxKey } from './keys.ts';

/** A callback of the sandbox. What is not signed by it is not even read; what is wrong is said by the status alone. */
export const hearSandbox =
  (house: House) =>
  async (c: Context<Bindings>): Promise<Response> => {
    const answer = (status: 200 | 400 | 403 | 404 | 409 | 413 | 422, counted = false) =>
      c.json({ counted }, status, { 'Cache-Control': 'no-store' });
    try {
      const body = (await readBytes(c.req.raw)).toString('utf8');
      if (!isSigned(await sandboxKey(house.db), body, c.req.header(signatureHeader) ?? '')) return answer(403);
      const news = paymentNews.safeParse(parsed(body));
      if (!news.success) return answer(400);
      return answer(200, await receivePayment(house, news.data));
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
