import { newToken } from '../auth/tokens.ts';

/** Where an operation's status is asked for: it says nothing of the operation, and nobody guesses it. */
export const newStatusPath = (): string => `/deposit/integration/${newToken()}`;
