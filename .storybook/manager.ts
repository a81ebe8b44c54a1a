import * as React from 'react';
import { addons, types } from 'storybook/manager-api';
import { Fit } from '../stories/gallery/fit.tsx';
import { PathPanel } from '../stories/gallery/path-panel.tsx';
import { Widths } from '../stories/gallery/widths.tsx';

const ofPages = ({ viewMode }: { viewMode?: string | undefined }): boolean =>
  viewMode === 'story' || viewMode === 'docs';

addons.register('gallery', () => {
  addons.add('gallery/path', {
    type: types.PANEL,
    title: 'Path',
    render: ({ active }) => (active ? React.createElement(PathPanel) : null),
  });
  addons.add('gallery/width', {
    type: types.TOOL,
    title: 'Width',
    match: ofPages,
    render: () => React.createElement(Widths),
  });
  addons.add('gallery/fit', { type: types.PREVIEW, render: Fit });
});

// One place for the width, on pages of docs too, where Storybook's own has none.
addons.setConfig({
  toolbar: { 'storybook/viewport/tool': { hidden: true } },
  selectedPanel: 'gallery/path',
  // A journal has its way beside the screen. At first no story is known.
  layoutCustomisations: {
    showPanel: ({ storyId }, isShown) => (String(storyId).startsWith('journal-') ? false : isShown),
  },
});
