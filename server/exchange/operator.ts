import { OperatorError, tellProviders, type Office } from '../office.ts';
import { changePair } from './change-pair.ts';

const usage = `pair list
pair pause <give> <get>    nobody exchanges it; what is confirmed goes on
pair open <give> <get>`;

const stateOf = ({ src, dst, enabled }: { src: string; dst: string; enabled: boolean }): string =>
  `${src} ${dst}  ${enabled ? 'open' : 'paused'}`;

/** What an operator types behind `npm run operator -- pair`. @throws OperatorError */
export const operatePair = async (office: Office, [what, give = '', get = '', ...rest]: string[]): Promise<void> => {
  const { db, say } = office;
  if (what === 'list' && give === '') {
    const pairs = db.selectFrom('exchange_pairs').select(['src', 'dst', 'enabled']).orderBy('src').orderBy('dst');
    for (const pair of await pairs.execute()) say(stateOf(pair));
    return tellProviders(office);
  }
  if ((what !== 'pause' && what !== 'open') || get === '' || rest.length > 0) throw new OperatorError(usage);
  const row = await changePair(db, give, get, { enabled: what === 'open' });
  if (!row) throw new OperatorError(`no pair ${give} ${get}`);
  say(stateOf(row));
  if (row.enabled) tellProviders(office);
};
