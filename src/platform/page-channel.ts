import { Observable } from 'rxjs';

const open = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
};

/**
 * Channels of one kind, one of them at a time: a page listens on it and tells by the same one, and so never hears itself.
 * `read` gives nothing of what is none of ours: another version may be open.
 */
export function pageChannel<T>(read: (data: unknown) => T | undefined) {
  let here: { name: string; channel: BroadcastChannel } | undefined;
  const channelOf = (name: string): BroadcastChannel | undefined => (here?.name === name ? here.channel : undefined);
  return {
    news: (name: string): Observable<T> =>
      new Observable((listener) => {
        const channel = open(name);
        if (!channel) return undefined;
        here = { name, channel };
        channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          const told = read(data);
          if (told !== undefined) listener.next(told);
        });
        return () => {
          channel.close();
          if (here?.channel === channel) here = undefined;
        };
      }),
    /** Tells the other tabs that listen there. Where that cannot be, they ask for themselves. */
    tell(name: string, value: unknown): void {
      try {
        channelOf(name)?.postMessage(value);
      } catch {
        // Nobody is told.
      }
    },
  };
}
