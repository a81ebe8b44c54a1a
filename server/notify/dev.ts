import { devTool, type DevTool } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { tellWritten, written } from './written.ts';

export const notifyTools: DevTool[] = [
  /** Tells somebody, named by e-mail or account number, whatever a notification may say. */
  devTool('/dev/notification', written, async ({ db }, said) => {
    const told = await tellWritten(db, said, { once: false });
    if (told === undefined) throw new Refusal(404, 'not_found');
    return { id: told.id };
  }),
];
