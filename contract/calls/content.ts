import { defineCall } from '../call.ts';

export const contentLater = [
  defineCall({
    name: 'content.article',
    method: 'GET',
    path: '/api/content/article/:id',
    body: 'none',
    basis: 'assumed',
  }),
  defineCall({ name: 'notify.close', method: 'POST', path: '/api/notify/close', body: 'json', basis: 'spec' }),
  defineCall({ name: 'config.mailing', method: 'GET', path: '/api/config/mailing', body: 'none', basis: 'assumed' }),
  defineCall({
    name: 'config.save_mailing',
    method: 'POST',
    path: '/api/config/mailing',
    body: 'json',
    basis: 'assumed',
  }),
];
