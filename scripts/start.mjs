import { build } from './build.mjs';
import './follow-npm.mjs';

// TypeScript without a build, and days in a time zone.
if (!process.features.typescript || !('Temporal' in globalThis)) {
  console.error(`[start] ${process.version} cannot run this server: use Node 26 or newer on this platform`);
  process.exit(1);
}
if (!build()) process.exit(1);
// In this very process, so that a signal for npm reaches the server.
await import('../server/index.ts');
