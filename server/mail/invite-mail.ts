interface Words {
  subject: (product: string) => string;
  opening: (name: string, product: string) => string;
  note: (note: string) => string;
  link: string;
  stop: string;
}

const ru: Words = {
  subject: (product) => `Вас приглашают в ${product}`,
  opening: (name, product) => `${name} приглашает вас в ${product}: обмен валют, переводы и карты в одном месте.`,
  note: (note) => `Что просили передать: «${note}»`,
  link: 'Открыть приглашение:',
  stop: 'Если приглашения вам не нужны, откройте эту страницу, и больше их не будет:',
};

const en: Words = {
  subject: (product) => `You are invited to ${product}`,
  opening: (name, product) => `${name} invites you to ${product}: exchange, transfers and cards in one place.`,
  note: (note) => `What they asked us to tell you: “${note}”`,
  link: 'Open the invitation:',
  stop: 'If you want no invitations, open this page and there will be no more:',
};

const texts = { ru, en };

export interface Invitation {
  locale: 'ru' | 'en';
  productName: string;
  /** Of whoever invites, masked. */
  name: string;
  note: string;
  /** Where the invitation is opened. */
  link: string;
  /** Where invitations are turned off; absent in a preview. */
  stop?: string;
}

/** The letter of an invitation: it goes to somebody who has never asked for one, so it says how to get no more. */
export const invitationMail = ({ locale, productName, name, note, link, stop }: Invitation) => {
  const words = texts[locale];
  const body = [
    words.opening(name, productName),
    ...(note === '' ? [] : [words.note(note)]),
    `${words.link}\n${link}`,
    ...(stop === undefined ? [] : [`${words.stop}\n${stop}`]),
  ];
  return { subject: words.subject(productName), body: `${body.join('\n\n')}\n` };
};
