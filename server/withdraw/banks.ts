/** Banks of the system that sends money by a phone number, as the sandbox has them: names are the same in every language. */
export const phoneBanks = [
  { value: 'baltika', label: 'Baltika Bank' },
  { value: 'onego', label: 'Onego' },
  { value: 'sever', label: 'Sever Bank' },
  { value: 'ural_direct', label: 'Ural Direct' },
  { value: 'volga', label: 'Volga Bank' },
];

export const bankName = (value: string): string => phoneBanks.find((bank) => bank.value === value)?.label ?? value;
