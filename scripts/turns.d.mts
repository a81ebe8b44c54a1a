/** Below so many seconds a file is no matter. */
export const small: number;
export const turns: Record<string, { folders: string[]; of: number; always: string[] }>;
export const seconds: () => Record<string, Record<string, number>>;
export const filesOf: (suite: string) => string[];
export const turnsOf: (suite: string, took?: Record<string, number>) => string[][];
export const notOfTurn: (suite: string, count: number) => string;
export const weigh: (
  suite: string,
  report: { testResults: { name: string; startTime: number; endTime: number }[] },
) => void;
