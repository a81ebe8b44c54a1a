import { readdirSync, readFileSync } from 'node:fs';
import { articleId } from '../../contract/calls/content.ts';
import { limits } from '../../contract/limits.ts';

/** One text of the site in one language. `body` is HTML with the places that `fill` fills. */
export interface ArticleFile {
  id: string;
  title: string;
  summary: string;
  /** RFC 3339. */
  updatedAt: string;
  body: string;
}

type Locale = (typeof limits.languages)[number];

const folder = new URL('./articles/', import.meta.url);
const frontMatter = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/;

/** @throws Error that names the file: a text that cannot be served stops the start. */
const readArticle = (locale: Locale, file: string): ArticleFile & { order: number } => {
  const fail = (why: string): never => {
    throw new Error(`article ${locale}/${file} ${why}`);
  };
  const [, head = '', body = ''] =
    frontMatter.exec(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')) ??
    fail('does not begin with its facts');
  const facts = new Map(
    head.split('\n').map((line): [string, string] => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  const fact = (name: string): string => facts.get(name) ?? fail(`has no ${name}`);
  const id = file.replace(/\.html$/, '');
  if (!articleId.safeParse(id).success) fail('has a name that no address can hold');
  return {
    id,
    title: fact('title'),
    summary: fact('summary'),
    updatedAt: new Date(`${fact('updated')}T00:00:00Z`).toISOString(),
    order: Number(fact('order')),
    body: body.trim(),
  };
};

const readLanguage = (locale: Locale): Map<string, ArticleFile> => {
  const all = readdirSync(new URL(`${locale}/`, folder)).map((file) => readArticle(locale, file));
  return new Map(
    all.toSorted((one, other) => one.order - other.order).map(({ order: _, ...article }) => [article.id, article]),
  );
};

/** `server/content/articles/<language>/<id>.html`, read once, by language and id, in the order of the list. */
export const articles = Object.fromEntries(limits.languages.map((locale) => [locale, readLanguage(locale)])) as Record<
  Locale,
  Map<string, ArticleFile>
>;
