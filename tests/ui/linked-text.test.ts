import { expect, test } from 'vitest';
import { partsOf } from '../../src/ui/linked-text.tsx';

const links = (text: string) => partsOf(text).flatMap(({ href }) => href ?? []);

test.each<[text: string, links: string[]]>([
  ['see https://example.com/a?b=1#c.', ['https://example.com/a?b=1#c']],
  ['(http://example.com)', ['http://example.com/']],
  ['https://en.wikipedia.org/wiki/Ruble_(currency)', ['https://en.wikipedia.org/wiki/Ruble_(currency)']],
  ['(https://example.com/a_(b)), https://example.com/c[1].', ['https://example.com/a_(b)', 'https://example.com/c[1]']],
  ['[https://example.com/a], https://example.com/b)(', ['https://example.com/a', 'https://example.com/b)(']],
  ['two: https://a.example, https://b.example!', ['https://a.example/', 'https://b.example/']],
  ['<a href="https://example.com/x">y</a>', ['https://example.com/x']],
  ['javascript:alert(1) data:text/html,x //example.com ftp://example.com', []],
  ['https://bank.example@evil.example/ and https://u:p@evil.example', []],
  ['https://localhost/ https://intranet', []],
  ['https://', []],
  ['https://[::bad', []],
  ['https://[::1] https://[::ffff:1.2.3.4]', []],
  ['nothing', []],
  ['', []],
])('F14 of %j these are links', (text, expected) => expect(links(text)).toEqual(expected));

test('F14 nothing of a text is lost but how an address is written, and one in other letters is shown as it is sent', () => {
  expect(partsOf('a https://example.com/x b').map(({ text }) => text)).toEqual(['a ', 'https://example.com/x', ' b']);
  expect(partsOf('https://example.com, b').map(({ text }) => text)).toEqual(['https://example.com', ', b']);
  expect(partsOf('https://аpple.example').at(0)).toMatchObject({
    text: 'https://xn--pple-43d.example/',
    href: 'https://xn--pple-43d.example/',
  });
});
