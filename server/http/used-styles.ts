/** What selectors of a page can meet: the classes and the names of the elements that stand in it. */
interface Present {
  classes: ReadonlySet<string>;
  tags: ReadonlySet<string>;
}

interface Rule {
  /** What stands before the block: selectors, or `@media …`. */
  head: string;
  body: string;
}

/** Rules that stand side by side in a minified sheet. @throws where a block of it does not end. */
const rulesOf = (css: string): Rule[] => {
  const rules: Rule[] = [];
  for (let start = 0; start < css.length;) {
    const opens = css.indexOf('{', start);
    if (opens < 0) break;
    let depth = 1;
    let end = opens + 1;
    for (; depth > 0; end += 1) {
      if (end >= css.length) throw new Error('a block of a sheet does not end');
      if (css[end] === '{') depth += 1;
      else if (css[end] === '}') depth -= 1;
    }
    rules.push({ head: css.slice(start, opens).trim(), body: css.slice(opens + 1, end - 1) });
    start = end;
  }
  return rules;
};

/** At letters that stand in no brackets. */
const split = (text: string, at: string): string[] => {
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of text) {
    if ('(['.includes(letter)) depth += 1;
    else if (')]'.includes(letter)) depth -= 1;
    if (letter === at && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
};

/** Without what stands in brackets: it may be said of what is not there. */
const bare = (selector: string): string => {
  let text = selector;
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, '');
  }
  return text.replaceAll(/::?[a-z-]+/g, '');
};

const canMeet = (selector: string, { classes, tags }: Present): boolean => {
  const text = bare(selector);
  return (
    [...text.matchAll(/\.([\w-]+)/g)].every(([, name]) => classes.has(name!)) &&
    [...text.matchAll(/(?<![\w.#-])[a-z][\w-]*/g)].every(([name]) => tags.has(name))
  );
};

const keep = (css: string, present: Present): string =>
  rulesOf(css)
    .map(({ head, body }) => {
      if (/^@(media|supports|container|layer)/.test(head)) {
        const inner = keep(body, present);
        return inner === '' ? '' : `${head}{${inner}}`;
      }
      if (head.startsWith('@')) return `${head}{${body}}`;
      const met = split(head, ',').filter((selector) => canMeet(selector, present));
      return met.length === 0 ? '' : `${met.join(',')}{${body}}`;
    })
    .join('');

/** Of a line of a block. */
const nameOf = (line: string): string => line.slice(0, line.indexOf(':'));

/** Without movements that nothing names, and values that nothing asks for. */
const withoutUnasked = (css: string): string => {
  const isNamed = (name: string) => css.split(new RegExp(`(?<![\\w-])${name}(?![\\w-])`)).length > 2;
  const left = rulesOf(css)
    .map(({ head, body }) => {
      const movement = /^@keyframes (.+)$/.exec(head)?.[1];
      if (movement !== undefined && !isNamed(movement)) return '';
      const isRoot = head === ':root';
      const said = isRoot ? split(body, ';').filter((line) => !line.startsWith('--') || isNamed(nameOf(line))) : [body];
      return `${head}{${said.join(';')}}`;
    })
    .join('');
  return left === css ? css : withoutUnasked(left);
};

/** Of a minified sheet, what can be said of the elements that stand in this HTML, and of nothing else. In the same order. */
export const usedStyles = (css: string, html: string): string => {
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(/\s+/)));
  const tags = new Set(['html', 'body', ...[...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name!)]);
  return withoutUnasked(keep(css, { classes, tags }));
};
