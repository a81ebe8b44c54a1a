import type { Model } from '../../machines/model.ts';
import { cover, type Coverage, type Share } from '../../machines/paths/coverage.ts';

const of = ({ walked, all, missing }: Share): string => `${walked}/${all}${missing.length > 0 ? ' !' : ''}`;

const columns: [title: string, text: (coverage: Coverage) => string][] = [
  ['paths', ({ paths }) => String(paths)],
  ['steps', ({ steps }) => String(steps)],
  ['states', ({ states }) => of(states)],
  ['transitions', ({ transitions }) => of(transitions)],
  ['guards', ({ guards }) => of(guards)],
  ['outcomes', ({ outcomes }) => of(outcomes)],
];

/** Every machine, what its paths walk, and what they do not, by name and with the reason that the model gives. */
export function tableOf(models: readonly Model[]): string {
  const rows = models.map((model) => ({ model, coverage: cover(model).coverage }));
  const width = Math.max(...rows.map(({ model }) => model.name.length));
  const line = (name: string, cells: string[]) =>
    `${name.padEnd(width)}${cells.map((cell) => cell.padStart(13)).join('')}`;
  const lines = [
    line(
      '',
      columns.map(([title]) => title),
    ),
  ];
  for (const { model, coverage } of rows)
    lines.push(
      line(
        model.name,
        columns.map(([, text]) => text(coverage)),
      ),
    );
  const excused = rows.flatMap(({ model, coverage: { states, transitions, guards, outcomes } }) => [
    ...Object.entries(model.unreachable ?? {}).map(([goal, reason]) => `  ${model.name}: ${goal}: ${reason}`),
    ...[states, transitions, guards, outcomes]
      .flatMap(({ missing }) => missing)
      .map((goal) => `! ${model.name}: ${goal}: no way was found`),
  ]);
  return [...lines, '', 'not walked, with the reason', ...excused].join('\n');
}
