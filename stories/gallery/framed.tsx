import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Frame } from '../../src/ui/frame.ts';
import { Page } from '../frame.tsx';
import { screens } from './screens.ts';
import type { Look } from './toolbar.ts';
import css from './sheet.module.css';

/** An empty page of this origin, in standards mode; pictures are found where this page finds them. */
const empty = `<!doctype html><title>state</title><base href="${document.baseURI}">`;
const blank = URL.createObjectURL(new Blob([empty], { type: 'text/html' }));

/** Styles of the product: files of a build, or what the server of a development run put here; not Storybook's own. */
const isOurs = ({ href, ownerNode }: CSSStyleSheet): boolean =>
  href !== null
    ? new URL(href).origin === location.origin && href.includes('/assets/')
    : ownerNode instanceof HTMLElement && ownerNode.dataset['viteDevId'] !== undefined;

const stylesHere = (): string =>
  [...document.styleSheets]
    .filter(isOurs)
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .join('\n');

/** The text of every style of the product on this page; it follows when a file is changed. */
export function useStyles(): string {
  const [styles, setStyles] = useState(stylesHere);
  useEffect(() => {
    const read = (): void => setStyles(stylesHere());
    const seen = new MutationObserver(read);
    seen.observe(document.head, { childList: true, subtree: true, characterData: true });
    // The file of a style comes some time after its link.
    document.head.addEventListener('load', read, true);
    return () => {
      seen.disconnect();
      document.head.removeEventListener('load', read, true);
    };
  }, []);
  return styles;
}

/** A sheet is a picture: what would move stands as it will have come to rest. */
const still =
  '*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent; }';

const isFixed = (element: Element): boolean =>
  element.checkVisibility() && getComputedStyle(element).position === 'fixed';

/** Language and theme of a window; a screen in it that takes the focus would scroll the sheet there. */
function dress(body: HTMLElement, { locale, theme }: Look): void {
  const root = body.ownerDocument.documentElement;
  root.lang = locale;
  root.dataset['theme'] = theme;
  root.style.overflow = 'hidden';
  body.inert = true;
}

interface FramedProps {
  look: Look;
  styles: string;
  /** 1 is the size of the screen itself. */
  scale: number;
  title: string;
  /** Null keeps its place. */
  children: ReactNode;
}

/**
 * A screen in a window of its own, as wide as the toolbar says: what asks for the width of the window is answered as
 * on that screen, and what covers the page covers this one. It is as high as what is in it, and nothing can be pressed.
 */
export function Framed({ look, styles, scale, title, children }: FramedProps) {
  const { width, height: screenHeight } = screens[look.screen];
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [content, setContent] = useState<HTMLElement | null>(null);
  const [isShown, setShown] = useState(false);
  const [height, setHeight] = useState<number>(screenHeight);

  useEffect(() => {
    if (body) dress(body, look);
  }, [body, look]);

  useEffect(() => {
    if (!body || !content) return undefined;
    const measure = (): void => {
      if (!content.firstElementChild?.hasChildNodes()) return;
      const isCovered = [...body.querySelectorAll('*')].some(isFixed);
      setHeight(Math.ceil(Math.max(content.scrollHeight, isCovered ? screenHeight : 0)));
      setShown(true);
    };
    const size = new ResizeObserver(measure);
    const parts = new MutationObserver(measure);
    size.observe(content);
    parts.observe(body, { childList: true, subtree: true });
    return () => {
      size.disconnect();
      parts.disconnect();
    };
  }, [body, content, screenHeight]);

  return (
    <div className={css['window']} style={{ width: width * scale, height: height * scale }}>
      {children && (
        // What stands in it is ours, and this page writes into it.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          src={blank}
          title={title}
          tabIndex={-1}
          // For whoever takes a picture of the page.
          data-shown={isShown}
          // Before anything is drawn it would be white in the dark.
          style={{ width, height, transform: `scale(${scale})`, opacity: isShown ? 1 : 0 }}
          onLoad={(event) => setBody(event.currentTarget.contentDocument?.body ?? null)}
        />
      )}
      {body &&
        createPortal(
          <Frame value={body}>
            <style>{styles + still}</style>
            <div ref={setContent}>
              <Page>{children}</Page>
            </div>
          </Frame>,
          body,
        )}
    </div>
  );
}
