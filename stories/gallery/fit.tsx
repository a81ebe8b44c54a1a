import * as React from 'react';
import { useGlobals, useStorybookState } from 'storybook/manager-api';
import { widthOf } from './screens.ts';

/** What Storybook leaves free beside a screen in its canvas, on both sides together, with the border of that screen. */
const beside = 82;

/** What a screen is drawn at to stand in a place of this width as a whole, at most as large as it is. */
const fitOf = (width: number | null, place: number | null): number =>
  width === null || place === null || place <= beside ? 1 : Math.min(1, (place - beside) / width);

/** The width of the place; scroll bars are in it, so that it is the same whether what stands there needs them or not. */
function useWidth(): [ref: (mark: Element | null) => void, width: number | null] {
  const [mark, ref] = React.useState<Element | null>(null);
  const [width, setWidth] = React.useState<number | null>(null);
  React.useEffect(() => {
    const place = mark?.parentElement;
    if (!place) return undefined;
    const watch = new ResizeObserver(() => setWidth(place.getBoundingClientRect().width));
    watch.observe(place, { box: 'border-box' });
    return () => watch.disconnect();
  }, [mark]);
  return [ref, width];
}

const markStyle: React.CSSProperties = {
  position: 'absolute',
  insetBlockStart: 12,
  insetInlineEnd: 40,
  font: '12px/1 sans-serif',
};

/** Around Storybook's canvas, whose zoom it is given by its `scale`: a width of ours that is larger than the canvas is drawn smaller, with its media queries as they are. */
export function Fit({ children }: { children?: React.ReactNode }) {
  const [globals] = useGlobals();
  const { viewMode } = useStorybookState();
  const [ref, place] = useWidth();
  const fit = viewMode === 'story' ? fitOf(widthOf(globals), place) : 1;
  return (
    <>
      {React.isValidElement<{ scale?: number }>(children)
        ? React.cloneElement(children, { scale: (children.props.scale ?? 1) * fit })
        : children}
      <small
        ref={ref}
        style={markStyle}
        hidden={fit === 1}
        title="Drawn smaller, to be seen as a whole: zoom in for its own size"
      >
        {Math.round(fit * 100)}%
      </small>
    </>
  );
}
