/** What a guard knows: who is here. It answers undefined to let pass, or where to send. */
export interface Visit {
  account: string | null;
}
export type GuardAnswer =
  | { to: string; /** Remember the path that was asked for, through sign-in. */ keep: boolean }
  | undefined;
type RouteGuard = (visit: Visit) => GuardAnswer;

/** The registry by name. A name that is not here is the error 500 'Unknown middleware'. */
export const routeGuards: Readonly<Record<string, RouteGuard>> = {
  'visitors only': ({ account }) => (account === null ? undefined : { to: '/exchanges', keep: false }),
  private: ({ account }) => (account === null ? { to: '/', keep: true } : undefined),
};
