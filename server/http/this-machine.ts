import type { Config } from '../config.ts';

/** A name that only this machine answers to: another site's name that leads here (DNS rebinding) is none. */
export const isLocalHost = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);

/**
 * Whether this server is for whoever sits at the machine. Behind a proxy, or under a name that others know, the address of the
 * asker and the host may be those of a proxy on the same machine, which everybody's requests come through.
 */
export const isForThisMachine = ({
  production,
  trustProxy,
  publicUrl,
}: Pick<Config, 'production' | 'trustProxy' | 'publicUrl'>): boolean =>
  !production && !trustProxy && (publicUrl === undefined || isLocalHost(new URL(publicUrl).host));

const handedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** A proxy says that it hands on what somebody else asks. */
export const isHandedOn = (header: (name: string) => string | undefined): boolean =>
  handedOn.some((name) => header(name) !== undefined);
