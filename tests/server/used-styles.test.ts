import { expect, test } from 'vitest';
import { usedStyles } from '../../server/http/used-styles.ts';

const html = '<main id="app"><p class="one two"><a href="/">x</a></p></main>';

test.each([
  ['.one{color:red}.three{color:red}', '.one{color:red}'],
  ['.one,.three,.two .one{color:red}', '.one,.two .one{color:red}'],
  ['.one.three{color:red}.one:is(.three,a){top:0}', '.one:is(.three,a){top:0}'],
  ['.one:not(.three):hover:before{top:0}', '.one:not(.three):hover:before{top:0}'],
  ['.one:has(>.three,p){top:0}.three:has(.one){top:0}', '.one:has(>.three,p){top:0}'],
  [
    '*,:before{top:0}[data-held]{top:0}#app>section{top:0}#app p{top:0}',
    '*,:before{top:0}[data-held]{top:0}#app p{top:0}',
  ],
  [
    'table{top:0}body{top:0}html{top:0}a.one{top:0}[type=table]{top:0}',
    'body{top:0}html{top:0}a.one{top:0}[type=table]{top:0}',
  ],
  ['@media print{.three{top:0}}@media (width>=4rem){.one{top:0}.three{top:0}}', '@media (width>=4rem){.one{top:0}}'],
  ['@keyframes a{to{top:0}}@keyframes b{to{top:0}}.one{animation:b 1s}', '@keyframes b{to{top:0}}.one{animation:b 1s}'],
  [
    ':root{--x1:1px;--x12:calc(2*var(--x2));--x2:2px;color-scheme:light}.one{top:var(--x12)}',
    ':root{--x12:calc(2*var(--x2));--x2:2px;color-scheme:light}.one{top:var(--x12)}',
  ],
  ['', ''],
])('B1 of %s this page carries %s', (css, used) => {
  expect(usedStyles(css, html)).toBe(used);
});

test('B1 a sheet that is no whole one is no sheet', () => {
  expect(() => usedStyles('.one{color:red', html)).toThrow('does not end');
});
