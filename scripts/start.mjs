import { build } from './build.mjs';
import './follow-npm.mjs';

if (!process.features.typescript) {
  console.error(`[start] ${process.version} cannot run TypeScript: use Node 24 or newer on this platform`);
  process.exit(1);
}
if (!build()) process.exit(1);
// In this very process, so that a signal for npm reaches the server.
await import('../server/index.ts');
