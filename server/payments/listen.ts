import type { House } from '../area.ts';
import { expireUnpaid } from '../operations/expire.ts';
import type { Payments } from '../providers/provider.ts';
import { repeat } from '../repeat.ts';
import { aboutNews, receiveOrKeep } from './refused.ts';

/** How often providers are asked for what their callbacks did not bring, in milliseconds. */
const pause = 2_000;

/** Those who take payments for us, each once, whatever names it goes by. */
export const takers = ({ providers }: Pick<House, 'providers'>): Payments[] => [
  ...new Set(
    Object.values(providers)
      .map(({ payments }) => payments)
      .filter((payments) => payments !== undefined),
  ),
];

/**
 * Asks providers about one order, or about all. One piece of news that cannot be taken in keeps no other waiting; what
 * is refused once is kept for people, and not asked for again.
 * @returns orders of which something was said that nobody could take in.
 */
export const askForNews = async (house: House, order?: string): Promise<string[]> => {
  const unsure: string[] = [];
  for (const taker of takers(house)) unsure.push(...(await askOne(house, taker, order)));
  return unsure;
};

const askOne = async (house: House, taker: Payments, order: string | undefined): Promise<string[]> => {
  const unsure: string[] = [];
  for await (const news of taker.news(order)) {
    try {
      await receiveOrKeep(house, news);
      await taker.heard(news.id);
    } catch (error) {
      house.log.error({ ...aboutNews(news), err: error }, 'a payment could not be taken in, it is tried again');
      unsure.push(news.order);
    }
  }
  return unsure;
};

/** Asks about orders, one or all, and ends those that it is too late for: nobody else says that they were not paid. */
export const followPayments = async (house: House, order?: string): Promise<void> => {
  const unsure = await askForNews(house, order);
  await expireUnpaid(house.db, { id: order, unsure });
};

/** Asks until stopped; any number of processes may. */
export const startListening = (house: House): (() => Promise<void>) =>
  repeat(
    pause,
    () => followPayments(house),
    (error) => house.log.error({ err: error }, 'providers could not be asked for payments, they are asked again'),
  );
