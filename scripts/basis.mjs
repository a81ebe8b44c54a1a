// Prints where the promises of the contract come from; the README carries these lines, and a test compares them.
import { allCalls } from '../contract/calls/index.ts';
import * as chats from '../contract/limits/chats.ts';
import * as news from '../contract/limits/news.ts';
import { added, limits } from '../contract/limits.ts';

const count = (basis) => allCalls.filter((call) => call.basis === basis).length;
const rows = [
  ['spec', 'written in the specification', count('spec'), Object.keys(limits).length],
  ['assumed', 'named there without its shape', count('assumed'), 0],
  ['added', 'ours, with its reason', count('added'), [added, chats, news].flatMap(Object.keys).length],
];
console.log('| basis | meaning | calls | constants |\n| --- | --- | --: | --: |');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
