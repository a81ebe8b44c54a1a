/** What a chat is made of is named here, and not with the names of all screens, which every page fetches. */
export const screen = () => import('./chat-screen.ts');
