import { sql } from 'kysely';
import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import type { Tasks } from '../jobs/run.ts';

/** The name of the job; its key is told apart from those of operations. */
const task = 'card delivery';
/** Milliseconds until the issuer is asked first, and again. */
const pause = { sandbox: 1_000, again: 60_000 };

const add = async (db: Db, card: string, after: number): Promise<void> => {
  await sql`
    select graphile_worker.add_job(
      ${task},
      json_build_object('id', ${card}::text, 'tries', 0),
      run_at := clock_timestamp() + ${after}::integer * interval '1 millisecond',
      job_key := ${`${task} ${card}`})`.execute(db);
};

/** From now on its issuer is asked whether the card has come. In the transaction in which it was sent. */
export const addDelivery = (db: Db, card: string): Promise<void> => add(db, card, pause.sandbox);

const follow = async (
  { db, providers, config }: Pick<House, 'db' | 'providers' | 'config'>,
  id: string,
): Promise<void> => {
  if (await providers.issuer?.issuer?.hasCome(db, id)) {
    await db.updateTable('cards').set({ status: 'active' }).where('id', '=', id).where('status', '=', 'sent').execute();
    return;
  }
  const onItsWay = await db
    .selectFrom('cards')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .executeTakeFirst();
  if (onItsWay) await add(db, id, config.providers === 'sandbox' ? pause.sandbox : pause.again);
};

export const cardTasks = (house: Pick<House, 'db' | 'providers' | 'config'>): Tasks => ({
  [task]: ({ id }) => follow(house, id),
});
