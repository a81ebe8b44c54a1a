import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { referralMachine } from '../../../machines/flows/referral/referral.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Page, Stack, Title } from '../../ui/layout.tsx';
import InviteView, { type InviteActor } from './invite.view.tsx';
import PeopleView, { type PeopleActor } from './people.view.tsx';
import ProgrammeView, { type ProgrammeActor } from './programme.view.tsx';

type Snapshot = SnapshotFrom<typeof referralMachine>;

// The type of a child is the union of all that the machine may invoke; its id says which.
const programmeOf = ({ children }: Snapshot) => children['programme'] as ProgrammeActor | undefined;
const inviteOf = ({ children }: Snapshot) => children['invite'] as InviteActor | undefined;
const peopleOf = ({ children }: Snapshot) => children['people'] as PeopleActor | undefined;

/** Inviting people: the link, letters, and what came of it. */
export default function ReferralView({ actor }: { actor: ActorRefFrom<typeof referralMachine> }) {
  const { t } = useWords();
  const heading = useHeadingFocus('programme');
  const programme = useSelector(actor, programmeOf);
  const invite = useSelector(actor, inviteOf);
  const people = useSelector(actor, peopleOf);
  return (
    <Page>
      <Stack gap={4}>
        <Title ref={heading}>{t('referral.title')}</Title>
        {programme && <ProgrammeView actor={programme} />}
        {invite && <InviteView actor={invite} />}
        {people && <PeopleView actor={people} />}
      </Stack>
    </Page>
  );
}
