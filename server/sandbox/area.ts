import type { Area } from '../area.ts';
import { cardTool } from './card-tool.ts';
import { payTool } from './pay-tool.ts';

/** What the world outside can be told to do, outside production. */
export const sandboxArea: Area = { name: 'sandbox', calls: [], dev: [payTool, cardTool] };
