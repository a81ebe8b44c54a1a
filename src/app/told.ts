/** Views of the windows in which the house tells something: they come together. */
export { default as inbox } from '../features/inbox/inbox.view.tsx';
export { default as notice } from '../features/notice/notice.view.tsx';
export { default as tutorial } from '../features/tutorial/tutorial.view.tsx';
