/** Machines of the windows in which a person is asked something: they come together. */
export { exchangeLeaveMachine as leave } from '../flows/exchange-leave/exchange-leave.machine.ts';
export { exchangeQuoteMachine as quote } from '../flows/exchange-quote/exchange-quote.machine.ts';
export { logoutMachine as logout } from '../flows/logout/logout.machine.ts';
