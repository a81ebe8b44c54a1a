import type { MessagePart } from './calls/page.ts';
import type { LocaleCode } from './entities.ts';

/**
 * What a page that the server rendered for a visitor says of itself, as JSON in its `<script id="first-page">`: the
 * language that it was rendered in, where the house stood when it was drawn, and the answers that were on hand for that,
 * whole envelopes by `firstAnswer`. Basis: added.
 */
export interface FirstPage {
  locale: LocaleCode;
  stand: string;
  answers: Record<string, unknown>;
}

/** Under which name the answer to a request stands there: `POST /api/content/menu`. */
export const firstAnswer = (method: string, url: string): string => `${method} ${url}`;

/** A page that is the same for every visitor, and what it takes. */
export interface Plan {
  /** A path by which it is rendered: several addresses may show the same page. */
  path: string;
  /** The address itself, where it is another one. What links to it says so: a page that does is rendered by it. */
  own?: string;
  asks: readonly { method: 'GET' | 'POST'; path: string; body?: unknown }[];
  /** By which the build names its pieces. */
  name: string;
}

export interface Order {
  path: string;
  locale: LocaleCode;
  messages: Readonly<Record<string, string>>;
  answers: FirstPage['answers'];
  /** The server's time in ms. */
  at: number;
  /** The product's name. */
  product: string;
}

export interface Rendered {
  /** What React would put into the head comes first: links, and names of the page, of which the last is its own. */
  html: string;
  stand: string;
  /** Nothing that a person waits for comes with the scripts. */
  whole: boolean;
}

/** What the build makes for the server: it renders pages of visitors from the same views. */
export interface Renderer {
  /** Undefined for a path whose page is not the same for every visitor. */
  planOf(path: string): Plan | undefined;
  /** Undefined where the page leads elsewhere, as the settings are now. Rejects when it cannot be drawn. */
  render(order: Order): Promise<Rendered | undefined>;
  /** What the screen of a path says, for whoever is signed in, and by which name the build knows its pieces; undefined for any other path. */
  screenOf(path: string): { name: string; words: readonly MessagePart[] } | undefined;
}

/** Addresses of scripts, and of styles in their order. */
export interface Parts {
  scripts: string[];
  styles: string[];
}

/**
 * The address of the first script, and what each page takes besides: those of visitors by the name of their plan, those of
 * whoever is signed in by the name of their screen.
 */
export interface Pieces {
  first: string;
  pages: Record<string, Parts>;
  members: Record<string, Parts>;
}
