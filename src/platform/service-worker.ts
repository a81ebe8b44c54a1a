import { portError } from './port-error.ts';

export const registerWorker = (): Promise<void> => Promise.reject(portError('worker_not_supported'));
