import { Diagram } from './diagram.tsx';
import { linkTo, useLook } from './look.ts';
import { shelves } from './shelves.ts';
import type { ShelfLine } from './story-files.ts';
import type { Look } from './toolbar.ts';
import css from './sheet.module.css';

const words = {
  en: {
    title: 'Every state of every screen',
    toolbar: [
      'Language, theme and width stand in the bar above: they hold for every page and every story.',
      'A page of a flow shows all its states side by side; a click on one opens it alone, with the way that leads there.',
    ],
    areas: { Flows: 'Flows', Shared: 'Shared parts', House: 'Around the page' } as Record<string, string>,
    behind: 'Behind the screens',
    pictures: (states: number, stories: number) => `${states} states, ${stories} pictures`,
    states: (states: number) => `states: ${states}`,
  },
  ru: {
    title: 'Все состояния всех экранов',
    toolbar: [
      'Язык, тема и ширина — на панели сверху: они действуют на каждой странице и в каждой истории.',
      'На странице сценария все его состояния рядом; щелчок по состоянию открывает его отдельно, с путём к нему.',
    ],
    areas: { Flows: 'Сценарии', Shared: 'Общие части', House: 'Вокруг страницы' } as Record<string, string>,
    behind: 'За экранами',
    pictures: (states: number, stories: number) => `состояний: ${states}, картинок: ${stories}`,
    states: (states: number) => `состояний: ${states}`,
  },
};

function Area({ name, lines, look }: { name: string; lines: readonly ShelfLine[]; look: Look }) {
  const said = words[look.locale];
  return (
    <section>
      <h2>{said.areas[name] ?? name}</h2>
      <table>
        <tbody>
          {lines.map(({ title, sheet, states, stories }) => (
            <tr key={title.en}>
              <td>{sheet ? <a {...linkTo(sheet, look, 'docs')}>{title[look.locale]}</a> : title[look.locale]}</td>
              <td>{said.pictures(states, stories)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Machines that no screen shows: there is nothing to look at but how they go. */
function Behind({ lines, look }: { lines: readonly ShelfLine[]; look: Look }) {
  const said = words[look.locale];
  return (
    <section>
      <h2>{said.behind}</h2>
      {lines.map(({ title, states, chart }) => (
        <details key={title.en} className={css['chart']}>
          <summary>
            {title[look.locale]} · {said.states(states)}
          </summary>
          {chart && <Diagram chart={chart} lit={[]} links={{}} language={look.locale} height="60vh" />}
        </details>
      ))}
    </section>
  );
}

/** The first page: what there is, and how to look at it. */
export function Start() {
  const look = useLook();
  if (!look) return null;
  const said = words[look.locale];
  const areas = Map.groupBy(
    shelves.filter(({ sheet }) => sheet !== null),
    ({ area }) => area,
  );
  const behind = shelves.filter(({ chart }) => chart !== null);
  return (
    <div className={`sb-unstyled ${css['sheet']}`} lang={look.locale}>
      <h1>{said.title}</h1>
      {said.toolbar.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className={css['areas']}>
        {[...areas].map(([name, lines]) => (
          <Area key={name} name={name} lines={lines} look={look} />
        ))}
      </div>
      <Behind lines={behind} look={look} />
    </div>
  );
}
