import type { House } from '../area.ts';
import { heardBySandbox } from '../providers/sandbox-settings.ts';
import type { PaymentNews } from '../providers/news.ts';
import { keyed, sandboxKey } from './keys.ts';
import { lateness, markHeard, type SandboxOrder } from './payments.ts';

/** Where our server hears from the sandbox. */
export const callbackPath = '/provider/sandbox';
export const signatureHeader = 'x-signature';
/** How long one callback may take, in milliseconds. */
const patience = 5_000;

export interface Caller {
  /**
   * Calls our server back as the provider of the account was told to: once, `twice`, `late`, or not at all (`hang`, `never`).
   * Resolves when it has; one that fails is left to whoever asks.
   */
  tell(order: SandboxOrder, news: PaymentNews): Promise<void>;
  /** Forgets what it would have said late. */
  stop(): void;
}

/** `server`: the address of our own server. */
export const callingBack = ({ db, log }: Pick<House, 'db' | 'log'>, server: () => string): Caller => {
  const waiting = new Set<NodeJS.Timeout>();
  const call = async (news: PaymentNews): Promise<void> => {
    try {
      const body = JSON.stringify(news);
      const signature = keyed(await sandboxKey(db), 'callback', body).toString('hex');
      const response = await fetch(server() + callbackPath, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', [signatureHeader]: signature },
        signal: AbortSignal.timeout(patience),
      });
      if (response.ok) await markHeard(db, news.id);
    } catch (error) {
      log.warn({ operation: news.order, err: error }, 'the sandbox could not call back');
    }
  };
  return {
    async tell({ account }, news) {
      const behaviour = (await heardBySandbox(db, 'provider', account))?.behaviour;
      if (behaviour === 'hang' || behaviour === 'never') return;
      if (behaviour === 'late') {
        const timer = setTimeout(() => {
          waiting.delete(timer);
          void call(news);
        }, lateness);
        waiting.add(timer);
        return;
      }
      await Promise.all(behaviour === 'twice' ? [call(news), call(news)] : [call(news)]);
    },
    stop: () => {
      for (const timer of waiting) clearTimeout(timer);
    },
  };
};
