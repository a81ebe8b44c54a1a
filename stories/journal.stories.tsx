import { useState } from 'react';
import { createInspector } from '../src/app/inspector/create-inspector.tsx';
import { emptyShelf } from '../src/app/inspector/shelf.ts';

/** A place where the file of a journal is dropped, and its screens are stepped through. */
function Journal() {
  const [inspector] = useState(() => createInspector(emptyShelf, null));
  return inspector;
}

const meta = { title: 'Journal', tags: ['gallery'] };
export default meta;

export const Player = { name: 'Drop a journal', render: () => <Journal /> };
