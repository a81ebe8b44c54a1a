/** The fourteen steps of the tutorial, in the order in which they are told. Each has its title and its text in the messages. */
export const hintSteps = [
  'step_1',
  'step_2',
  'step_3',
  'step_4',
  'step_5',
  'step_6',
  'step_7',
  'step_8',
  'step_9',
  'step_10',
  'step_11',
  'step_12',
  'step_13',
  'step_14',
] as const;
export type HintStep = (typeof hintSteps)[number];

/** Which of them are to be shown; one that is absent was never asked for. */
export type Hints = Partial<Record<HintStep, boolean>>;

export const allHints = (show: boolean): Hints => Object.fromEntries(hintSteps.map((step) => [step, show]));
