import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Bindings } from './request-facts.ts';

/** Names under which scripts of the page may make trusted HTML and script addresses. Nothing else reaches a sink. */
export const trustedTypes = ['statera', 'dompurify'];

const hashes = (page: string, tag: 'style' | 'script'): string[] =>
  [...page.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'))]
    .map(([, content]) => content ?? '')
    .filter((content) => content !== '')
    .map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);

const policyHeader = 'Content-Security-Policy';
const ownStyles = "style-src 'self'";

/**
 * Headers of every answer. The page may run and load what comes from here, and its own inline blocks by their hash, and
 * those of a page that was rendered for this answer.
 * @param page the built page, undefined when nothing is built.
 * @param outside origins that a form of the page may go to and a frame of it may show, besides ours: pay pages, cards.
 */
export const securityHeaders = (
  page: string | undefined,
  https: boolean,
  outside: string[] = [],
): MiddlewareHandler<Bindings> => {
  const usual = secureHeaders({
    contentSecurityPolicy: {
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
    },
    permissionsPolicy: {
      camera: ['self'],
      microphone: false,
      geolocation: false,
      payment: false,
      usb: false,
      displayCapture: false,
    },
    // A link in a mail holds a token: no address of ours is told to anybody.
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    strictTransportSecurity: https ? 'max-age=31536000; includeSubDomains' : false,
  });
  return async (c, next) => {
    await usual(c, next);
    const own = hashes(c.var.rendered ?? '', 'style').join(' ');
    const policy = c.res.headers.get(policyHeader);
    if (own && policy) c.res.headers.set(policyHeader, policy.replace(ownStyles, `${ownStyles} ${own}`));
  };
};
