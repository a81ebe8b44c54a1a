import type { AnyMachineSnapshot } from 'xstate';
import type { Article, ArticleSummary } from '../../../contract/calls/content.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Asked, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import { settings } from '../../root/house.samples.ts';
import { articleMachine, type ArticleContext } from './article.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ArticleContext;
const place = (name?: string) =>
  samplePlace('index-article-name', name ? `/article/${name}` : '/article', name ? { name } : {});
const input = (name?: string) => ({
  place: place(name),
  account: null,
  site: { ...settings, origins: ['https://rates.example'] },
  email: null,
});

/** Every part that a text may have, and a link of each kind. */
const text = (title: string) => `
  <p>Everything that a text may hold stands in “${title}”, with <strong>strong</strong>, <em>soft</em> and <code>fixed</code> words.</p>
  <h2>What it costs</h2>
  <table><caption>Fees</caption>
    <thead><tr><th scope="col">Currency</th><th scope="col">At least</th><th scope="col">At most</th></tr></thead>
    <tbody>
      <tr><th scope="row">USD</th><td>10.00 USD</td><td>50 000.00 USD</td></tr>
      <tr><th scope="row">ETH</th><td>0.003 ETH</td><td>20.000000000000000001 ETH</td></tr>
    </tbody>
  </table>
  <h3>Where it leads</h3>
  <ul>
    <li>To <a href="/article">all texts</a> of this site.</li>
    <li>To the <a href="https://rates.example/usd">list of rates</a>, which is elsewhere.</li>
    <li>To <a href="https://elsewhere.example/">a site that nobody has published</a>, so nowhere.</li>
  </ul>
  <ol><li>First</li><li>Second<ol><li>A part of it</li></ol></li></ol>
  <blockquote><p>A word that is longer than a phone: ${'statera'.repeat(12)}</p></blockquote>
  <table><tbody><tr><td>A table without a name</td></tr></tbody></table>
  <hr><p>The end.</p>`;

const articleOf = (id: string): Article => {
  const title = id === 'terms' ? 'Terms of use' : 'Privacy';
  return { id, title, html: text(title), updated_at: '2026-01-15T00:00:00.000Z' };
};
const items: ArticleSummary[] = [
  { id: 'terms', title: 'Terms of use', summary: 'What you can rely on.' },
  { id: 'privacy', title: 'Privacy', summary: 'What we keep about you.' },
];

const listed = (articles: ArticleSummary[]): Sight[] =>
  articles.flatMap(({ title, summary }) => [{ text: title }, { text: summary }]);
/** Words out of every part of the sample. */
const parts = [
  'What it costs',
  '50 000.00 USD',
  'Where it leads',
  'all texts',
  'list of rates',
  'published',
  'The end.',
];
const read = ({ title, html }: Article): Sight[] =>
  [title, ...(html === '' ? [] : [`stands in “${title}”`, ...parts])].map((words) => ({ text: words }));
/** The words that stand on each screen of one text. */
const around = says('article.all');

export default defineModel({
  name: 'article',
  title: { en: 'Texts of the site', ru: 'Тексты сайта' },
  machine: articleMachine,
  view: 'article/article',
  inputs: { 'the list': input(), 'one text': input('terms') },
  events: {
    'user.retried': [{}],
    'house.arrived': [{ place: place() }, { place: place('terms') }, { place: place('privacy') }],
    'house.language': [{ locale: 'en' }],
    'signal.site_settings': [{ site_settings: settings, seq: 3 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'content.article': {
      done: {
        'the text': ({ input: asked }: Asked) => answered(articleOf((asked as { params: { id: string } }).params.id)),
        'a text without a word': answered({ ...articleOf('terms'), html: '' }),
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'content.articles': {
      done: { 'two texts': answered({ items }), 'no texts': answered({ items: [] }) },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
  },
  facet: (snapshot) => {
    const { trouble, article, articles } = contextOf(snapshot);
    return [trouble?.code ?? '', article !== null, articles !== null];
  },
  eventWords: {
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
    'house.language': { en: 'the language changes', ru: 'меняется язык' },
    'signal.site_settings': { en: 'the settings of the site arrive', ru: 'приходят настройки сайта' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
  },
  states: {
    'text.loading': {
      title: { en: 'A text is read', ru: 'Текст загружается' },
      sees: (snapshot) => {
        const { article } = contextOf(snapshot);
        return [...around, ...(article ? read(article) : says('article.loading'))];
      },
    },
    'text.shown': {
      title: { en: 'A text', ru: 'Текст' },
      sees: (snapshot) => {
        const { article } = contextOf(snapshot);
        return [...around, ...(article ? read(article) : [])];
      },
    },
    'text.not found': {
      title: { en: 'There is no such text', ru: 'Такого текста нет' },
      sees: () => says('article.not_found.title', 'article.not_found.text', 'article.all'),
    },
    'text.failed': {
      title: { en: 'The text could not be read', ru: 'Текст не загрузился' },
      sees: (snapshot) => [
        ...around,
        ...says('article.failed.title', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'list.loading': {
      title: { en: 'The list is read', ru: 'Список загружается' },
      sees: (snapshot) => {
        const { articles } = contextOf(snapshot);
        return [...says('article.title'), ...(articles ? listed(articles) : says('article.list.loading'))];
      },
    },
    'list.shown': {
      title: { en: 'All texts', ru: 'Все тексты' },
      sees: (snapshot) => [...says('article.title'), ...listed(contextOf(snapshot).articles ?? [])],
    },
    'list.empty': {
      title: { en: 'There are no texts', ru: 'Текстов нет' },
      sees: () => says('article.title', 'article.empty.title', 'article.empty.text', 'form.retry'),
    },
    'list.failed': {
      title: { en: 'The list could not be read', ru: 'Список не загрузился' },
      sees: (snapshot) => [
        ...says('article.title', 'article.list.failed.title', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
  },
});
