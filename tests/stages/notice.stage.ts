import notice from '../../machines/flows/notice/notice.model.ts';
import { sampleNotifications } from '../../machines/form/notifications.samples.ts';
import { says } from '../../machines/form/sights.ts';
import { tell } from '../tools/product.ts';
import { defineStage } from './stage.ts';

const email = 'demo@example.com';
const gone = { absent: { message: 'notice.read' } };

export default defineStage({
  model: notice,
  ways: {
    'over a page': {
      input: 'that can be closed',
      as: email,
      before: ({ product }) => tell(product, 'notification', { to: email, ...sampleNotifications.over }),
      at: '/exchanges',
    },
  },
  ends: {
    read: { shows: () => [gone, ...says('exchanges.title')], address: /^\/exchanges$/ },
    followed: { shows: () => [gone], address: /^\/article\/terms$/ },
  },
});
