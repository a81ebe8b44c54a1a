export { default } from '../features/chat/chat.view.tsx';
export { widen } from './chat-ports.ts';
