import { afterAll } from 'vitest';
import { endAll } from './processes.ts';

// Of each test file, also of those that share a worker and what it has read: a test that failed before its last line
// leaves no process behind.
afterAll(endAll);
