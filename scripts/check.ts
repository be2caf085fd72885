// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run check`: format, lint, types, import directions, names of games, table owners, database functions, module
 * lists, lock file, licence headers, decision records, commit messages, dead code. Prints failures, then a line for each
 * check.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverEnvironment } from './server-flags.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
/** Also used for the programs' compile cache, because short programs spend up to half their time compiling. */
const { NODE_COMPILE_CACHE } = serverEnvironment;
const program = (name: string) => join(root, 'node_modules/.bin', name);

/**
 * One compiler thread: four would each calculate the same types, with twice the CPU time, while other checks need the
 * cores. Results for unchanged files stay in `.cache`.
 */
function checkTypes(project: string): string[] {
  const known = join(root, 'node_modules/.cache/types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  const options = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', known];
  return [program('tsc'), '-p', project, ...options];
}

/**
 * knip's cache keeps the routes from its first run, so a new page would count as dead code. Each set of routes
 * therefore has its own cache.
 */
function findDeadCode(): string[] {
  const routes = createHash('sha256')
    .update(readFileSync(join(root, 'web/app/routes.ts')))
    .digest('hex');
  const cache = join(root, 'node_modules/.cache/knip', routes.slice(0, 12));
  return [program('knip'), '--no-progress', '--cache', '--cache-location', cache];
}

/** Folders with their own packages are checked if those are installed. */
const installedFolders = ['art', 'bench']
  .filter((folder) => existsSync(join(root, folder, 'node_modules')))
  .map((folder) => `${folder}/tsconfig.json`);

interface Check {
  name: string;
  /** Run in turn; each is a Node program with its arguments. */
  commands: string[][];
}

/** `--fix` formats, and applies the linter's safe fixes. */
const fixes = process.argv.includes('--fix') ? ['--write'] : [];

const checks: Check[] = [
  { name: 'format and lint', commands: [[program('biome'), 'check', ...fixes, '--error-on-warnings', '.']] },
  {
    name: 'types',
    commands: ['tsconfig.json', 'tests/e2e/tsconfig.json', ...installedFolders].map(checkTypes),
  },
  {
    name: 'web app types',
    commands: [
      [program('react-router'), 'typegen'],
      checkTypes('web/tsconfig.json'),
      checkTypes('web/service-worker/tsconfig.json'),
    ],
  },
  { name: 'import directions', commands: [['scripts/check-directions.ts']] },
  { name: 'names of games', commands: [['scripts/check-games.ts']] },
  { name: 'table owners', commands: [['scripts/check-table-owners.ts']] },
  { name: 'database functions', commands: [['scripts/number-functions.ts', '--check']] },
  { name: 'module lists in documents', commands: [['scripts/write-modules.ts', '--check']] },
  { name: 'lock file', commands: [['scripts/complete-lock.ts', '--check']] },
  { name: 'licence headers', commands: [['scripts/check-licence-headers.ts']] },
  { name: 'decision records', commands: [['scripts/check-decisions.ts']] },
  { name: 'commit messages', commands: [['scripts/check-commits.ts']] },
  { name: 'dead code', commands: [findDeadCode()] },
];

function run(command: string[]): Promise<{ isGreen: boolean; output: string }> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ isGreen: false, output: error.message }));
    child.on('close', (code) => resolve({ isGreen: code === 0, output }));
  });
}

async function runCheck({ name, commands }: Check): Promise<boolean> {
  const started = performance.now();
  let isGreen = true;
  for (const command of commands) {
    const result = await run(command);
    isGreen &&= result.isGreen;
    if (!result.isGreen) console.error(`\n${name}\n${result.output}`);
    if (!isGreen) break;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${isGreen ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return isGreen;
}

const results = await Promise.all(checks.map(runCheck));
process.exitCode = results.every(Boolean) ? 0 : 1;
