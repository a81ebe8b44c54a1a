/** What the build knows of every machine, by the id of its chart. */
declare module 'virtual:machine-words' {
  const words: import('../machines/journal/lexicon.ts').Lexicon;
  export default words;
}

declare module 'virtual:machine-charts' {
  interface Box {
    /** Dotted path of the state; empty for the machine itself. */
    state: string;
    label: string;
    leaf: boolean;
    final: boolean;
    x: number;
    y: number;
    width: number;
    height: number;
  }
  /** Lengths are pixels from the top left. */
  const charts: Record<
    string,
    | {
        width: number;
        height: number;
        boxes: Box[];
        arrows: { line: string; label: string; x: number; y: number }[];
      }
    | undefined
  >;
  export default charts;
}
