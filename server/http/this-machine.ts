import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '../config.ts';

/** A name that only this machine answers to: another site's name that leads here (DNS rebinding) is none. */
export const isLocalHost = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);

const isLoopbackName = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

/** Whether what listens at this host and port answers at this origin too; a name is looked up nowhere. */
export const answersAt = (origin: string, { host: given, port }: Pick<Config, 'host' | 'port'>): boolean => {
  const { protocol, hostname: asked, port: named } = new URL(origin);
  if (protocol !== 'http:' || Number(named || 80) !== port) return false;
  const written = given.includes(':') ? `[${given}]` : given;
  const host = URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : given;
  if (asked === host) return true;
  if (host !== '0.0.0.0' && host !== '[::]')
    return (asked === 'localhost' && isLoopbackName(host)) || (host === 'localhost' && isLoopbackName(asked));
  const own = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
  return (
    isLoopbackName(asked) ||
    [hostname().toLowerCase(), '0.0.0.0', '[::]', ...own.flatMap((address) => [address, `[${address}]`])].includes(
      asked,
    )
  );
};

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
