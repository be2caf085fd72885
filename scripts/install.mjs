/**
 * The part of the bootstrap that runs on whatever Node the machine has (20 or newer): brings node_modules in
 * line with package-lock.json and finds the Node 24 in it, on which everything else runs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../', import.meta.url));

/** Arguments that make Node read `.env`, where there is one. */
export const envFile = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];

/** @param {string} path */
function readPackages(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
}

/** npm records what it installed in a lock file of its own; packages for other platforms are missing there. */
function isInstalled() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const installed = readPackages('node_modules/.package-lock.json');
  return Object.entries(readPackages('package-lock.json')).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === wanted.version : wanted.optional === true || wanted.devOptional === true;
  });
}

/** @param {string[]} args */
function npm(...args) {
  const script = process.env.npm_execpath;
  const [command, ...rest] = script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
  const { status, error } = spawnSync(command, [...rest, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
}

/** @param {string} program */
function runs(program) {
  return existsSync(program) && spawnSync(program, ['--version']).status === 0;
}

/**
 * Installs what is missing.
 * @returns {string} path of a Node 24 (or newer) program
 */
export function installMissing() {
  if (!isInstalled()) npm('ci', '--include=dev', '--no-audit', '--no-fund');
  const shipped = join(root, 'node_modules/node/bin/node');
  if (process.execPath === shipped) return shipped;
  // Its install script fetches the program; some people's npm runs no install scripts by default.
  if (!runs(shipped)) npm('rebuild', '--ignore-scripts=false', 'node');
  if (runs(shipped)) return shipped;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    'The npm package "node" brought no working Node 24 for this machine. Use Node 24 yourself.',
  );
}

/**
 * Says in one line what went wrong, and ends the process.
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
