import { Fragment } from 'react';

const address = /https?:\/\/[^\s<>"'`\\^{|}]+/g;
/** What ends a sentence is no part of the address before it, and a bracket only where it was opened there. */
const ending = '.,:;!?»…';
const opening = new Map([
  [')', '('],
  [']', '['],
]);

function withoutEnding(found: string): string {
  const count = (sign: string) => found.split(sign).length - 1;
  const unopened = new Map([...opening].map(([close, open]) => [close, count(close) - count(open)]));
  let end = found.length;
  for (let sign = found.charAt(end - 1); sign !== ''; sign = found.charAt(end - 1)) {
    const left = unopened.get(sign) ?? 0;
    if (left <= 0 && !ending.includes(sign)) break;
    unopened.set(sign, left - 1);
    end -= 1;
  }
  return found.slice(0, end);
}

/** An address of the web without a name or a password in it, which would only pretend to be another one. */
function addressOf(found: string): URL | undefined {
  if (!URL.canParse(found)) return undefined;
  const url = new URL(found);
  return url.username === '' && url.password === '' && url.hostname.includes('.') ? url : undefined;
}

interface Part {
  /** Where it begins. */
  at: number;
  text: string;
  href?: string;
}

/** What somebody wrote, with the addresses in it apart. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const whole = withoutEnding(found);
    const url = addressOf(whole);
    if (!url) continue;
    if (index > from) parts.push({ at: from, text: text.slice(from, index) });
    // What is read is where it leads: letters of other scripts that look like ours stand as they are sent. A root needs no stroke.
    parts.push({ at: index, text: url.href === `${whole}/` ? whole : url.href, href: url.href });
    from = index + whole.length;
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from) });
  return parts;
}

/** Text of another person: nothing of it is markup, and an address leads where it says, beside this page. */
export const LinkedText = ({ children }: { children: string }) =>
  partsOf(children).map(({ at, text, href }) =>
    href === undefined ? (
      <Fragment key={at}>{text}</Fragment>
    ) : (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr">
        {text}
      </a>
    ),
  );
