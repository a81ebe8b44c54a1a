import UnreadView, { type UnreadActor } from '../unread/unread.view.tsx';
import { useBuiltPath } from './use-built-path.ts';

/** Messages that wait, and the way to where they are read. */
export function UnreadMark({ actor }: { actor: UnreadActor }) {
  return <UnreadView actor={actor} href={useBuiltPath('chat', 'chat-support')} />;
}
