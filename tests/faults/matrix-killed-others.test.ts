import { testKilledFlows } from './killed.ts';

await testKilledFlows(1);
