/** Who may agree in the sandbox. Telegram gives numbers like these to nobody. The first one has the demo account. */
export const telegramPeople = [
  { id: '4000000000000001', first_name: 'Дарья', last_name: 'Орлова', username: 'darya_orlova' },
  { id: '4000000000000002', first_name: 'Max', last_name: 'Novak', username: 'max_novak' },
] as const;
export type TelegramPersonId = (typeof telegramPeople)[number]['id'];
