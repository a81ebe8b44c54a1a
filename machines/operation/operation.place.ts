import type { Operation } from '../../contract/operation.ts';
import { isOwnPath } from '../../contract/address.ts';

type Placed = Pick<Operation, 'id' | 'kind' | 'place' | 'give_currency' | 'get_currency'>;

/** Where an operation stands on the page: what the server says, if it is a path of ours, else where its kind began. */
export function placeOf({ id, kind, place, give_currency, get_currency }: Placed): string {
  if (place !== undefined && isOwnPath(place)) return place;
  if (kind === 'transfer') return `/transfer?operation=${id}`;
  if (kind === 'exchange_all') return `/exchange/all/${get_currency.code}?operation=${id}`;
  if (kind === 'exchange') return `/exchange/${give_currency.code}/${get_currency.code}?operation=${id}`;
  return '/history';
}
