import type { AnyMachineSnapshot } from 'xstate';
import { recruitDays, type Recruiter } from '../../../contract/referral.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import { recruitMachine, type RecruitContext } from './recruit.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as RecruitContext;
const place = (query: Record<string, string>) => samplePlace('recruit', '/', {}, { ref: 'REFERSAMPL', ...query });
const settings = (auth_type: string) => ({ logo_url: '/logo.svg', auth_type });
const input = (query: Record<string, string> = {}, account: string | null = null, auth_type = 'password') => ({
  place: place(query),
  account,
  site: settings(auth_type),
  email: null,
});
const letter = { stop: 's'.repeat(43) };

const recruiter = (asker: Recruiter['asker']) => answered({ name: 'm•••@e•••.com', asker });
const wait = refused('rate_limited', 429, { retryAfter: 3 });

const ways = ({ passwords }: RecruitContext): Sight[] =>
  passwords
    ? [...says('recruit.signup', 'recruit.login'), { absent: { message: 'recruit.enter' } }]
    : [...says('recruit.enter'), { absent: { message: 'recruit.signup' } }];
const waysOf: Record<Recruiter['asker'], (context: RecruitContext) => Sight[]> = {
  visitor: (context) => [{ message: 'recruit.text', params: { days: recruitDays } }, ...ways(context)],
  member: () => says('recruit.member', 'recruit.programme'),
  own: () => says('recruit.own', 'recruit.programme'),
};
const wayOf = ({ member, passwords }: RecruitContext): string[] =>
  member ? [] : [passwords ? 'recruit.signup' : 'recruit.enter'];
const open = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { name = '', asker = 'visitor' } = contextOf(snapshot).recruiter ?? {};
  const title = asker === 'own' ? { message: 'recruit.own.title' } : { message: 'recruit.title', params: { name } };
  return [title, ...waysOf[asker](contextOf(snapshot))];
};
const asked = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says('recruit.stop.title', 'recruit.stop.text', 'recruit.stop.submit', 'recruit.stop.open'),
  ...tells(contextOf(snapshot).trouble),
];

export default defineModel({
  name: 'recruit',
  title: { en: 'An invitation', ru: 'Приглашение' },
  machine: recruitMachine,
  view: 'recruit/recruit',
  inputs: {
    'an invitation': input(),
    'an invitation, opened by a member': input({}, 'A-1001'),
    'where passwords are off': input({}, null, 'passwordless'),
    'a letter that is to be the last': input(letter),
  },
  events: {
    'user.retried': [{}],
    'user.letters refused': [{}],
    'signal.site_settings': [
      { site_settings: settings('passwordless'), seq: 3 },
      { site_settings: settings('password'), seq: 4 },
    ],
    'house.arrived': [{ place: place({}) }, { place: place(letter) }, { place: samplePlace('index', '/') }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'referral.recruit': {
      done: {
        'for a visitor': recruiter('visitor'),
        'for somebody who has an account': recruiter('member'),
        'their own link': recruiter('own'),
      },
      error: { 'no such link': refused('not_found', 404), refused: wait, ...failures },
    },
    'referral.stop': {
      done: { stopped: answered({}) },
      error: {
        'an old letter': refused('link_invalid', 404),
        'a part of a link': refused('invalid', 422),
        refused: wait,
        ...failures,
      },
    },
  },
  facet: (snapshot) => {
    const { recruiter: whose, member, passwords, trouble } = contextOf(snapshot);
    return [whose?.asker, member, passwords || 'passwords are off', trouble?.code];
  },
  eventWords: {
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.letters refused': { en: 'ask for no more letters', ru: 'откажитесь от приглашений' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
    'signal.site_settings': { en: 'the settings of the site arrive', ru: 'приходят настройки сайта' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
  },
  states: {
    reading: {
      title: { en: 'Whose invitation it is, is read', ru: 'Узнаём, чьё это приглашение' },
      sees: () => says('recruit.reading.title', 'recruit.reading'),
    },
    unread: {
      title: { en: 'The invitation could not be read', ru: 'Приглашение не открылось' },
      sees: (snapshot) => [
        ...says('recruit.unread.title', 'form.retry', ...wayOf(contextOf(snapshot))),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    open: { title: { en: 'An open invitation', ru: 'Открытое приглашение' }, sees: open },
    nobody: {
      title: { en: 'There is no such invitation', ru: 'Такого приглашения нет' },
      sees: (snapshot) =>
        contextOf(snapshot).member
          ? says('recruit.nobody.title', 'recruit.nobody.member', 'recruit.programme')
          : [...says('recruit.nobody.title', 'recruit.nobody.text'), ...ways(contextOf(snapshot))],
    },
    asking: { title: { en: 'Whether letters are to end', ru: 'Прекратить ли письма' }, sees: asked },
    stopping: { title: { en: 'Letters are ended', ru: 'Письма прекращаются' }, sees: asked },
    stopped: {
      title: { en: 'No more letters', ru: 'Писем больше не будет' },
      sees: () => says('recruit.stopped.title', 'recruit.stopped.text', 'recruit.stop.open'),
    },
    over: {
      title: { en: 'An old letter', ru: 'Старое письмо' },
      sees: () => says('recruit.over.title', 'recruit.over.text', 'recruit.stop.open'),
    },
  },
});
