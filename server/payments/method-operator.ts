import { OperatorError, tellProviders, type Office } from '../office.ts';
import { setMethodOpen } from './pause.ts';

const usage = `method list
method pause <method>      nobody begins or confirms anything by it
method open <method>`;

const list = async (office: Office): Promise<void> => {
  const { db, say } = office;
  const rows = await db
    .selectFrom('payment_methods')
    .select(['id', 'flow', 'name_en', 'give_currency', 'get_currency', 'enabled'])
    .orderBy('flow')
    .orderBy('position')
    .execute();
  for (const { id, flow, name_en: name, give_currency: give, get_currency: get, enabled } of rows)
    say(`${id}  ${flow}  ${give === get ? give : `${give}/${get}`}  ${enabled ? 'open' : 'paused'}  ${name}`);
  tellProviders(office);
};

/** What an operator types behind `npm run operator -- method`. @throws OperatorError */
export const operateMethod = async (office: Office, [what, id = '', ...rest]: string[]): Promise<void> => {
  if (what === 'list' && id === '') return await list(office);
  if ((what !== 'pause' && what !== 'open') || id === '' || rest.length > 0) throw new OperatorError(usage);
  const row = await setMethodOpen(office.db, id, what === 'open');
  if (!row) throw new OperatorError(`no method ${id}`);
  office.say(`${row.id}  ${row.enabled ? 'open' : 'paused'}`);
  if (row.enabled) tellProviders(office);
};
