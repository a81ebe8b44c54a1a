/** Russian for what is told to a person: notifications, messages that wait, hints. */
export const attentionInRussian: Record<string, string> = {
  'some, and more behind them': 'несколько, и есть ещё',
  'the last of them': 'последние',
  'none at all': 'ничего нет',
  'that can be closed': 'которое можно закрыть',
  'that stays': 'которое остаётся',
  'that leads elsewhere': 'которое ведёт на другой сайт',
  'of nothing': 'без содержания',
  'nothing to say': 'серверу нечего сказать',
  'one was closed on this device': 'одно закрыто на этом устройстве',
};
