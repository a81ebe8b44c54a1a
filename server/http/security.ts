import { createHash } from 'node:crypto';

/** Names under which scripts of the page may make trusted HTML and script addresses. Nothing else reaches a sink. */
export const trustedTypes = ['statera', 'dompurify'];

const hashes = (page: string, tag: 'style' | 'script'): string[] =>
  [...page.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'))]
    .map(([, content]) => content ?? '')
    .filter((content) => content !== '')
    .map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);

const policyHeader = 'Content-Security-Policy';
const ownStyles = "style-src 'self'";

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Headers of every answer. The page may run and load what comes from here, and its own inline blocks by their hash.
 * @param page the built page, undefined when nothing is built.
 * @param outside origins that a form of the page may go to and a frame of it may show, besides ours: pay pages, cards.
 */
export const securityHeaders = (
  page: string | undefined,
  https: boolean,
  outside: string[] = [],
): Record<string, string> => {
  const policy: Record<string, string[]> = {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...hashes(page ?? '', 'script')],
    styleSrc: ["'self'", ...hashes(page ?? '', 'style')],
    imgSrc: ["'self'", 'blob:', 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    ...(outside.length > 0 && { frameSrc: outside }),
    formAction: ["'self'", ...outside],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes,
  };
  const directives = Object.entries(policy).map(([name, values]) => [kebab(name), ...values].join(' '));
  return {
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    // A link in a mail holds a token: no address of ours is told to anybody.
    'Referrer-Policy': 'no-referrer',
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'DENY',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
    [policyHeader]: directives.join('; '),
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()',
  };
};

/** The same for a page that was rendered for this answer: its inline styles, in HTML, are let in as well. */
export const withStyles = (headers: Record<string, string>, rendered = ''): Record<string, string> => {
  const own = hashes(rendered, 'style').join(' ');
  const { [policyHeader]: policy = '' } = headers;
  return own === '' ? headers : { ...headers, [policyHeader]: policy.replace(ownStyles, `${ownStyles} ${own}`) };
};
