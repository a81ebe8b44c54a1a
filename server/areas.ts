import type { Area } from './area.ts';
import { authArea } from './auth/area.ts';
import { chatArea } from './chat/area.ts';
import { contentArea } from './content/area.ts';
import { exchangeArea } from './exchange/area.ts';
import { janitorArea } from './janitor.ts';
import { mailArea } from './mail/area.ts';

/** Every part of the server. A new one is one line here. */
export const areas: Area[] = [authArea, chatArea, contentArea, exchangeArea, mailArea, janitorArea];
