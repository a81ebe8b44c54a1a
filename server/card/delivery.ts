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

/** Whatever is on its way is asked about, also where its job was lost: taken out, given up after many errors. */
export const addMissingDeliveries = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from cards c
    where c.status = 'sent' and not exists (
      select 1 from graphile_worker.jobs j where j.key = ${`${task} `} || c.id and j.attempts < j.max_attempts)
    order by c.ordered_at limit 100`.execute(db);
  for (const { id } of rows) await addDelivery(db, id);
};

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
