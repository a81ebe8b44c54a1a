/** What decides where a person goes after sign-in. Paths are checked before they come here. */
export interface Arrival {
  path: string;
  blocked: boolean;
  needsPassword: boolean;
  authType: string | null;
  account: string | null;
  /** Accounts that were asked already. */
  asked: readonly string[];
  built: readonly string[];
  interrupted: string | null;
  landing: string | null;
  redirect: string | null;
}

interface Row {
  name: string;
  to(arrival: Arrival): string | null;
}

const changePassword = 'settings-change-password';
export const firstPassword = '/settings/change-password';

/** In this order; the first row that names a path wins. */
export const afterSignIn = [
  { name: 'the site is blocked', to: ({ blocked, path }) => (blocked ? path : null) },
  {
    name: 'a password is required',
    to: ({ needsPassword, authType, account, asked, built }) =>
      needsPassword && authType === 'password' && !asked.includes(account ?? '') && built.includes(changePassword)
        ? firstPassword
        : null,
  },
  { name: 'the interrupted path', to: ({ interrupted }) => interrupted },
  { name: 'a landing exchange', to: ({ landing }) => landing },
  { name: 'the redirect of the server', to: ({ redirect }) => (redirect === '/' ? '/exchanges' : redirect) },
  { name: 'the list of exchanges', to: () => '/exchanges' },
] as const satisfies readonly Row[];

export type RowName = (typeof afterSignIn)[number]['name'];

export function decide(arrival: Arrival): { row: RowName; to: string } {
  for (const { name, to } of afterSignIn) {
    const path = to(arrival);
    if (path !== null) return { row: name, to: path };
  }
  return { row: 'the list of exchanges', to: '/exchanges' };
}

/** Whether a redirect that comes in the answer of a sign-in may change what was decided without it: no row before it named a path. */
export const redirectCounts = (row: RowName): boolean => row === 'the list of exchanges';
