/** Machines of the windows in which the house tells something: they come together. */
export { inboxMachine as inbox } from '../flows/inbox/inbox.machine.ts';
export { noticeMachine as notice } from '../flows/notice/notice.machine.ts';
export { tutorialMachine as tutorial } from '../flows/tutorial/tutorial.machine.ts';
