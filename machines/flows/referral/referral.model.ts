import { samplePlace } from '../../form/exchange.samples.ts';
import { says, seesIn } from '../../form/sights.ts';
import { defineModel } from '../../model.ts';
import inviteModel from './invite.model.ts';
import peopleModel from './people.model.ts';
import programmeModel from './programme.model.ts';
import { referralMachine } from './referral.machine.ts';
import { inviteOutcomes, peopleOutcomes, programmeOutcomes, referralWords } from './referral.samples.ts';

export default defineModel({
  name: 'referral',
  title: { en: 'Referral', ru: 'Приглашения' },
  machine: referralMachine,
  view: 'referral/referral',
  inputs: {
    'an account': {
      ...{ place: samplePlace('referral', '/referral'), account: '12345678' },
      ...{ site: null, email: 'person@example.com' },
    },
  },
  events: { ...programmeModel.events, ...inviteModel.events, ...peopleModel.events },
  outcomes: { ...programmeOutcomes, ...inviteOutcomes, ...peopleOutcomes },
  eventWords: referralWords,
  states: {
    open: {
      title: { en: 'The programme', ru: 'Программа' },
      sees: (snapshot) => [
        ...says('referral.title'),
        ...seesIn(programmeModel, 'programme')(snapshot),
        ...seesIn(inviteModel, 'invite')(snapshot),
        ...seesIn(peopleModel, 'people')(snapshot),
      ],
    },
  },
});
