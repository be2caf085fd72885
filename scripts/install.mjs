// SPDX-License-Identifier: Apache-2.0

/**
 * The part of the bootstrap that runs on any installed Node (20 or newer): updates node_modules to match package-lock.json
 * and finds the Node 24 in it, on which everything else runs.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Logins set MAIL to the path of a mailbox (POSIX), and `.env` does not override existing variables, so ours would not
 * count.
 */
export function leaveMailbox() {
  if (process.env.MAIL?.startsWith('/')) delete process.env.MAIL;
}

/** Arguments that make Node read `.env`, if it exists. */
export const envFile = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];

/** @param {string} path */
function readPackages(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
}

/** npm records what it installed in a lock file of its own, which lacks packages for other platforms. */
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
 * A checkout may be read-only once everything in it has been built.
 * @param {string} what is missing, or not as it should be
 */
export function demandWritable(what) {
  const folders = ['.', 'build', 'node_modules'].map((name) => join(root, name));
  try {
    for (const folder of folders.filter(existsSync)) accessSync(folder, constants.W_OK);
  } catch {
    throw new Error(`${what}, and ${root} cannot be written. Run \`npm run build\` where it can.`);
  }
}

/**
 * Installs what is missing.
 * @returns {string} path of a Node 24 (or newer) program
 */
export function installMissing() {
  if (!isInstalled()) {
    demandWritable('Packages are missing, or others are installed than package-lock.json names');
    npm('ci', '--include=dev', '--no-audit', '--no-fund');
  }
  const shipped = join(root, 'node_modules/node/bin/node');
  if (process.execPath === shipped) return shipped;
  // Its install script downloads the program; some npm configurations run no install scripts.
  if (!runs(shipped)) npm('rebuild', '--ignore-scripts=false', 'node');
  if (runs(shipped)) return shipped;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    'The npm package "node" brought no working Node 24 for this machine. Use Node 24 yourself.',
  );
}

/**
 * Installs what is missing and builds the web app if its sources changed; exits the process if that fails.
 * @returns {string} path of a Node 24 (or newer) program
 */
export function prepare() {
  const node = installMissing();
  const { status } = spawnSync(node, [...envFile, 'scripts/build-web.ts'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  return node;
}

/**
 * Prints in one line what went wrong, and exits the process.
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
