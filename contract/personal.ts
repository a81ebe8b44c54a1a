import type { Field } from './payment.ts';

/** What a person may tell of themselves. All of it may be left out. */
export const personalNames = ['display_name', 'phone', 'country', 'birthday'] as const;
export type PersonalName = (typeof personalNames)[number];
export type PersonalValues = Record<PersonalName, string>;

/** Longest name, in characters. */
export const longestName = 60;

/** How they are checked, on both sides by `problemsOfFields`; `today` as `2026-01-31`. That a country is one, the server knows. */
export const personalFields = (today: string): Field[] => [
  { name: 'display_name', kind: 'text', label: 'display_name', required: false, longest: longestName },
  { name: 'phone', kind: 'phone', label: 'phone', required: false },
  { name: 'country', kind: 'text', label: 'country', required: false, pattern: '[A-Z]{2}' },
  { name: 'birthday', kind: 'date', label: 'birthday', required: false, latest: today },
];
