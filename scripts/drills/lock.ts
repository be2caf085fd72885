// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- lock`: creates a database of the previous release, fills its large tables, and migrates it while
 * statements of that release read and write. About six minutes. Exit code 1 if a statement failed or took more than two
 * seconds, or if written data is missing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { drillLocks } from '../../tests/support/lock-drill.ts';
import { command, toCount } from '../command.ts';
import { findPreviousRelease } from './previous-release.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const maxMs = 2_000;
const shownFaults = 20;

const options = command(
  'drill lock',
  'Migrates large tables while the previous release reads and writes them.',
)
  .option('--rows <n>', 'rows per table', toCount, 1_000_000)
  .option('--from <commit or tag>', 'the previous release (default: the newest tag, else dc915e32)')
  .parse()
  .opts<{ rows: number; from?: string }>();

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The sources of the previous release, which run without a build. */
function unpackRelease(commit: string, folder: string): string {
  const release = join(folder, 'release');
  mkdirSync(release);
  git('archive', '--output', `${release}.tar`, commit, 'server', 'contract', 'db', 'package.json');
  execFileSync('tar', ['-xf', `${release}.tar`, '-C', release]);
  symlinkSync(join(root, 'node_modules'), join(release, 'node_modules'));
  return release;
}

/** A file that may have had another folder or name in that release. */
function findIn(release: string, path: string, formerName = basename(path)): string {
  const file = join(release, path);
  if (existsSync(file)) return file;
  const names = [basename(path), formerName];
  const [found] = names.flatMap((name) => globSync(`{server,contract,db}/**/${name}`, { cwd: release }));
  if (!found) throw new Error(`the previous release has no ${names.join(' or ')}`);
  return join(release, found);
}

const folder = mkdtempSync(join(tmpdir(), 'finalring-locks-'));
try {
  const release = unpackRelease(options.from ?? findPreviousRelease(git), folder);
  const before = (path: string, formerName?: string) =>
    import(pathToFileURL(findIn(release, path, formerName)).href);
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: { info: () => {}, error: console.error },
  });
  try {
    const { rows } = options;
    const { migrated, migrateMs, statements, faults } = await drillLocks(
      server.url,
      before,
      rows,
      console.error,
    );
    console.log(
      `${migrated.length} migrations on tables of ${rows} rows in ${(migrateMs / 1000).toFixed(1)} s`,
    );
    for (const { name, count, longestMs, longestBeforeMs } of statements) {
      console.log(
        `${name.padEnd(48)} ${String(count).padStart(7)} calls, longest ${longestMs.toFixed(0)} ms (${longestBeforeMs.toFixed(0)} ms before the migrations)`,
      );
    }
    for (const fault of faults.slice(0, shownFaults)) console.log(`FAULT ${fault}`);
    if (faults.length > shownFaults) console.log(`and ${faults.length - shownFaults} more`);
    const longest = Math.max(...statements.map(({ longestMs }) => longestMs));
    if (faults.length > 0 || longest > maxMs) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
