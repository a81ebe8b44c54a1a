import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { sessionMachine } from '../../../machines/residents/session/session.machine.ts';
import { useHouse, useResident } from '../../house/house.tsx';

type Session = SnapshotFrom<typeof sessionMachine>;
const isVisitor = (snapshot: Session) => snapshot.hasTag('visitor');
const isSignedIn = (snapshot: Session) => snapshot.hasTag('signed in');
const isAsked = (snapshot: Session) => !snapshot.hasTag('known') && !snapshot.hasTag('attention');

/**
 * For whom the frame stands. While that is asked, whoever was here when this device last knew is `expected`: what they will see
 * has its place from the first frame.
 */
export function useWho(): { visitor: boolean; signedIn: boolean; expected: boolean } {
  const session = useResident('session');
  const visitor = useSelector(session, isVisitor);
  const signedIn = useSelector(session, isSignedIn);
  const asked = useSelector(session, isAsked);
  const { memory } = useHouse().root.getSnapshot().context;
  return { visitor, signedIn, expected: asked && memory.here === true };
}
