/** Views of the windows in which a person is asked something: they come together. */
export { default as leave } from '../features/exchange-leave/exchange-leave.view.tsx';
export { default as quote } from '../features/exchange-quote/exchange-quote.view.tsx';
export { default as logout } from '../features/logout/logout.view.tsx';
