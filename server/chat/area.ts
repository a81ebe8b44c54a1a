import type { Area } from '../area.ts';
import { chatTools } from './dev.ts';
import { readUnread } from './unread.ts';

export const chatArea: Area = {
  name: 'chat',
  calls: [],
  readers: { unread_msgs: readUnread },
  dev: chatTools,
};
