import { expect, test } from 'vitest';
import { pageShape } from '../../stories/page-shape.ts';

const shapeOf = (html: string): string => {
  const page = document.createElement('main');
  page.innerHTML = html;
  return pageShape(page);
};

test.for([
  { what: 'other words', one: '<p>Paid</p>', other: '<p>Sent back</p>' },
  { what: 'other ids', one: '<label for="a">N</label><input id="a">', other: '<label for="b">N</label><input id="b">' },
  { what: 'what is typed', one: '<input value="1">', other: '<input value="20">' },
  { what: 'another address', one: '<a href="/chat">C</a>', other: '<a href="/settings">C</a>' },
])('D3 $what make no other page to judge', ({ one, other }) => {
  expect(shapeOf(one)).toBe(shapeOf(other));
});

test.for([
  { what: 'no words', one: '<button>Pay</button>', other: '<button> </button>' },
  {
    what: 'an id that leads nowhere',
    one: '<i id="a"></i><b aria-labelledby="a">N</b>',
    other: '<i id="c"></i><b aria-labelledby="a">N</b>',
  },
  { what: 'the same id twice', one: '<i id="a"></i><i id="b"></i>', other: '<i id="a"></i><i id="a"></i>' },
  { what: 'another class', one: '<p class="quiet">N</p>', other: '<p class="loud">N</p>' },
  {
    what: 'another state',
    one: '<button aria-expanded="true">N</button>',
    other: '<button aria-expanded="false">N</button>',
  },
  {
    what: 'another name',
    one: '<button aria-label="Pay">Pay</button>',
    other: '<button aria-label="Send">Pay</button>',
  },
  {
    what: 'words beside a name',
    one: '<button aria-label="Pay">Pay</button>',
    other: '<button aria-label="Pay">Send</button>',
  },
  { what: 'another element', one: '<h2>N</h2>', other: '<h3>N</h3>' },
  { what: 'another order', one: '<h2>N</h2><p>N</p>', other: '<p>N</p><h2>N</h2>' },
  { what: 'another depth', one: '<ul><li>N</li></ul><p>N</p>', other: '<ul><li>N</li><p>N</p></ul>' },
])('D3 $what makes another page to judge', ({ one, other }) => {
  expect(shapeOf(one)).not.toBe(shapeOf(other));
});
