import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What stands in a repository: its commit, and what of it is another one by now, in letters that are others for every other
 * content. Files at `besides` do not count.
 */
export const editionOf = (root, besides = []) => {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const where = ['--', '.', ...besides.map((path) => `:!${path}`)];
  const commit = git('rev-parse', '--short', 'HEAD').trim();
  const changed = git('diff', 'HEAD', '--binary', ...where);
  const added = git('ls-files', '-z', '--others', '--exclude-standard', ...where)
    .split('\0')
    .filter(Boolean);
  if (changed === '' && added.length === 0) return { commit, changes: null };
  const hash = createHash('sha256').update(changed);
  for (const path of added.map((name) => join(root, name)).filter((path) => existsSync(path)))
    hash.update(`\0${path}\0`).update(readFileSync(path));
  return { commit, changes: hash.digest('hex').slice(0, 12) };
};
