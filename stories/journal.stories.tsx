import { useState } from 'react';
import { createInspector } from '../src/app/inspector/create-inspector.tsx';
import { emptyShelf } from '../src/app/inspector/shelf.ts';

/** A place where the file of a journal is dropped, and its screens are stepped through. */
function Journal() {
  const [inspector] = useState(() => createInspector(emptyShelf));
  return inspector;
}

// The inspector needs the whole place beside the list: a desk of 1280 would be cut where its steps stand.
const meta = {
  title: 'Journal',
  tags: ['gallery'],
  globals: { viewport: { value: '100pct-100pct', isRotated: false } },
};
export default meta;

export const Player = { name: 'Drop a journal', render: () => <Journal /> };
