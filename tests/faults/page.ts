import type { Operation } from '../../contract/operation.ts';

/** What a page tells of an operation. A final status stands for its receipt. */
export type Sight =
  | 'elsewhere'
  | 'review'
  | 'nothing was sent'
  | 'finding out'
  | Operation['status']
  | (string & { other?: never });

/** A page of the product as the cells of the matrix use it: with a screen in a browser, or its machines alone. */
export interface Page {
  /** What it tells now. */
  sight(): Promise<Sight>;
  /** Types the code of the letter where one is asked for, and presses what confirms; `twice` as a double click does. */
  confirm(times?: 'twice'): Promise<void>;
  /** As a click on a link of the page. */
  follow(path: string): Promise<void>;
  reload(): Promise<void>;
  /** The button of the browser; who is asked whether to leave says so. */
  back(): Promise<void>;
  forward(): Promise<void>;
  /** The browser hears that the line is back. */
  online(): Promise<void>;
  /** So many ms pass for it at once; its own time is that of everybody where it has no screen. */
  passes(ms: number): Promise<void>;
  /** How often a confirm was sent by the page itself, before and after a reload. */
  sent(): number;
  close(): Promise<void>;
}

/** Whose page, through which line, and what it confirms. */
export interface Visitor {
  url: string;
  account: string;
  session: string;
  /** The code of the second step, where one was mailed. */
  code: string | undefined;
  /** Path of the confirm. */
  submit: string;
}

export type OpenPage = (visitor: Visitor, path: string) => Promise<Page>;
