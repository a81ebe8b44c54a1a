import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { at } from '../../operation/operation.samples.ts';
import { cardId } from '../../bank-card/bank-card.samples.ts';
import { issuer, lookOutcomes } from './card.samples.ts';
import { untilAnotherLetter, untilHidden, type LookContext } from './look.context.ts';
import { lookMachine } from './look.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as LookContext;

const clock = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
};

const hidden = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { why, trouble } = contextOf(snapshot);
  return [
    ...says('card_look.title', 'card_look.text', 'card_look.show'),
    ...(why ? says(`card_look.${why}`) : []),
    ...tells(trouble),
  ];
};

const entering = (snapshot: AnyMachineSnapshot): Sight[] => {
  const context = contextOf(snapshot);
  const { sent, wrong, trouble } = context;
  const wait = untilAnotherLetter(context);
  return [
    ...says('card_look.title', 'operation.code.label', 'card_look.prove', 'card_look.leave'),
    ...(wrong
      ? tells(wrong)
      : [{ message: 'operation.code.help', params: { address: sent?.to ?? '', left: sent?.left ?? 0 } }]),
    wait > 0 ? { message: 'operation.code.wait', params: { time: clock(wait) } } : { message: 'operation.code.again' },
    ...tells(trouble),
  ];
};

export default defineModel({
  name: 'card-look',
  title: { en: 'A look at the number of a card', ru: 'Показ номера карты' },
  machine: lookMachine,
  view: 'card/look',
  inputs: { 'of a card': { card: cardId, origins: [issuer] } },
  events: {
    'user.number wanted': [{}],
    'user.number unwanted': [{}],
    'user.code typed': [{ value: '123 456' }, { value: '12' }],
    'user.code sent': [{}],
    'user.code wanted': [{}],
    'house.session lost': [{}],
  },
  outcomes: {
    ...lookOutcomes,
    'clock.ticks': {
      next: {
        'a second passes': { type: 'port.ticked', at: at + 1_000 },
        'half a minute passes': { type: 'port.ticked', at: at + 30_000 },
      },
    },
    'page.life': { next: { 'the page is hidden': { type: 'port.hidden', at: at + 1_000 } } },
  },
  stopsOfState: 16,
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    const { why, wrong, trouble } = context;
    return [why ?? '', wrong?.code ?? '', trouble?.code ?? '', untilAnotherLetter(context) > 0];
  },
  eventWords: {
    'user.number wanted': { en: 'ask for the number', ru: 'попросите показать номер' },
    'user.number unwanted': { en: 'leave it', ru: 'откажитесь от показа' },
    'user.code typed': { en: 'type the code', ru: 'введите код' },
    'user.code sent': { en: 'send the code', ru: 'отправьте код' },
    'user.code wanted': { en: 'ask for another letter', ru: 'запросите ещё одно письмо' },
    'house.session lost': { en: 'the session has ended in the middle', ru: 'сеанс прервался' },
    'port.ticked': { en: 'time passes', ru: 'проходит время' },
    'port.hidden': { en: 'the page is hidden', ru: 'страница скрыта' },
    'port.card frame ready': { en: 'the frame of the issuer is there', ru: 'страница эмитента загрузилась' },
  },
  states: {
    hidden: { title: { en: 'The number is hidden', ru: 'Номер скрыт' }, sees: hidden },
    asking: {
      title: { en: 'A letter is asked for', ru: 'Запрашивается письмо' },
      sees: (snapshot) => says('card_look.title', contextOf(snapshot).sent ? 'operation.code.label' : 'card_look.show'),
    },
    'entering.reading': { title: { en: 'The code of the letter', ru: 'Код из письма' }, sees: entering },
    'entering.corrected': { title: { en: 'The code is not right', ru: 'Код не подошёл' }, sees: entering },
    proving: {
      title: { en: 'The code is checked', ru: 'Код проверяется' },
      sees: () => says('card_look.title', 'operation.code.label', 'card_look.prove'),
    },
    'shown.awaited': {
      title: { en: 'The page of the issuer is on its way', ru: 'Загружается страница эмитента' },
      sees: () => says('card_look.title', 'card_look.loading', 'card_look.hide'),
    },
    'shown.standing': {
      title: { en: 'The number stands there', ru: 'Номер на экране' },
      sees: (snapshot) => [
        ...says('card_look.title', 'card_look.hide'),
        { message: 'card_look.until', params: { time: clock(untilHidden(contextOf(snapshot))) } },
      ],
    },
  },
});
