import { expect, test } from 'vitest';
import { faultOf, lateError } from '../../contract/errors.ts';

const thrown: [what: unknown, statusCode: number, message: string][] = [
  [{ message: 'Unknown middleware', statusCode: 501 }, 501, 'Unknown middleware'],
  [{ message: 'gone', status: 410 }, 410, 'gone'],
  [{ message: 'busy', response: { status: 503 } }, 503, 'busy'],
  [{ message: 'the first counts', statusCode: 404, status: 503, response: { status: 500 } }, 404, 'the first counts'],
  [
    { message: 'that tells of an error', statusCode: 200, status: 302, response: { status: 409 } },
    409,
    'that tells of an error',
  ],
  [{ message: 'not a number', statusCode: '404', status: Number.NaN }, 500, 'not a number'],
  [new Error('fell over'), 500, 'fell over'],
  [lateError, 500, 'no answer in time'],
  ['words alone', 500, 'words alone'],
  [{ message: { deep: true } }, 500, ''],
  [undefined, 500, ''],
  [null, 500, ''],
  [7, 500, ''],
];

test.each(thrown)('E1 %j is told with a status and a message', (what, statusCode, message) => {
  expect(faultOf(what)).toEqual({ statusCode, message });
});
