import { walkedNow, walkEach } from './every-view.ts';

// The other half of them, so that two browsers' pages walk side by side.
walkEach(walkedNow.filter((_, at) => at % 2 === 1));
