import { expect, test } from 'vitest';
import { plainText } from '../../src/features/payments/plain-text.ts';

test('S7 a notification is read as text: without markup, and with each character that was written by name or number', () => {
  expect(plainText('<b>10</b> USD from A&#38;B &lt;&#60;i&#62; &#39;&quot;&#x27;&#X2014;&nbsp;&apos;')).toBe(
    `10 USD from A&B <<i> '"'—\u00a0'`,
  );
  // What is no character stays as it was written.
  expect(plainText('&#0; &#1114112; &none; &#x110000;')).toBe('&#0; &#1114112; &none; &#x110000;');
  // Decoded once: what stands for a sign stands for no other.
  expect(plainText('&#38;lt;b&#38;gt;')).toBe('&lt;b&gt;');
});
