// SPDX-License-Identifier: Apache-2.0

/**
 * The part of the bootstrap that runs on any installed Node (20 or newer): updates node_modules to match
 * package-lock.json, and finds the Node 24 for everything else. If the machine's Node is older, npm installs one into
 * `runtime/`, whose lock file pins its version and checksum.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as util from 'node:util';
import { step } from '../server/platform/step.mjs';
import { canMove, installAddressed } from './addressed-install.mjs';
import { runQuietly } from './run-quietly.mjs';
import { fingerprint, isBuiltFrom } from './web-sources.mjs';

export const root = fileURLToPath(new URL('../', import.meta.url));

/** Arguments that make Node read `.env`, if it exists. */
export const envFile = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];

/** @param {string} path */
function readPackages(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
}

/**
 * npm stores its own lock file with what it installed, without packages for other platforms.
 * @param {string} folder with a package-lock.json
 * @param {boolean} withDevelopment
 */
function isInstalled(folder, withDevelopment) {
  const record = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(join(root, record))) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(join(folder, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '' || (wanted.dev && !withDevelopment)) return true;
    const found = installed[path];
    return found ? found.version === wanted.version : wanted.optional === true || wanted.devOptional === true;
  });
}

/** @returns {[string, ...string[]]} the npm that runs this script, or the machine's */
function findNpm() {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
}

/**
 * @param {Installation} installation
 * @param {string} cwd
 */
function runNpm({ name, args }, cwd) {
  const [program, ...first] = findNpm();
  return runQuietly(program, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    // A larger young generation makes npm unpack with a sixth less processor time.
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim(),
    },
    failed: `npm could not install ${name}. Check the network and the free disk space, then run this again.`,
  });
}

/** @param {Installation} installation */
async function npm(installation) {
  if (!installation.isRoot || !canMove(root)) return runNpm(installation, root);
  try {
    const { withDevelopment = false } = installation;
    await installAddressed(root, findNpm(), (folder) => runNpm(installation, folder), { withDevelopment });
  } catch (error) {
    // For registries with several addresses, such as one per scope.
    if (!(error instanceof Error && /\bE404\b/.test(error.message))) throw error;
    await runNpm(installation, root);
  }
}

/**
 * Throws if the checkout is read-only, which is fine only once everything has been built.
 * @param {string} what is missing or wrong
 * @param {string} command mends it
 */
export function demandWritable(what, command = '`npm run build`') {
  const folders = ['.', 'build', 'node_modules'].map((name) => join(root, name));
  try {
    for (const folder of folders.filter(existsSync)) accessSync(folder, constants.W_OK);
  } catch {
    throw new Error(`${what}, and ${root} is not writable. Run ${command} where it is.`);
  }
}

const neededNode = 24;
const isNewEnough = Number(process.versions.node.split('.')[0]) >= neededNode;
const runtimePackage = `node_modules/node-${process.platform}-${process.arch}`;
const shippedNode = join(root, 'runtime', runtimePackage, 'bin/node');

/** @typedef {{ name: string, args: string[], isRoot?: true, withDevelopment?: boolean }} Installation what npm is asked for */

/** @returns {Installation[]} the Node of `runtime/`, if it is missing */
function missingRuntime() {
  const pinned = readPackages('runtime/package-lock.json')[runtimePackage];
  if (!pinned) {
    throw new Error(
      `FinalRing needs Node ${neededNode}, and this is Node ${process.versions.node}. Install Node ${neededNode} and run this again.`,
    );
  }
  if (existsSync(shippedNode) && isInstalled('runtime', false)) return [];
  return [{ name: `Node ${pinned.version}`, args: ['ci', '--prefix', 'runtime', '--ignore-scripts'] }];
}

/**
 * @param {boolean} withDevelopment
 * @returns {Installation[]}
 */
function missingPackages(withDevelopment) {
  if (isInstalled('.', withDevelopment)) return [];
  const args = ['ci', withDevelopment ? '--include=dev' : '--omit=dev'];
  return [{ name: 'packages', args, isRoot: true, withDevelopment }];
}

/** @param {Installation[]} missing */
async function install(missing) {
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(' and ');
  // The build doesn't need packages for development.
  const command = missing.some(({ withDevelopment }) => withDevelopment) ? 'this' : undefined;
  demandWritable(`The installation is incomplete (${names})`, command);
  await step({ doing: `Installing ${names}`, done: `Installed ${names}` }, () =>
    Promise.all(missing.map(npm)),
  );
}

/**
 * Installs the packages of a folder that has its own, such as `bench`: everything else it imports is found above it.
 * @param {string} folder with a package.json and a package-lock.json
 */
export async function installFolder(folder) {
  if (isInstalled(folder, true)) return;
  const args = ['ci', '--prefix', folder];
  await install([{ name: `packages of ${folder}`, args, withDevelopment: true }]);
}

/**
 * npm puts this folder first in the PATH of scripts, and `npx` in the PATH of programs, so both use the Node of
 * `runtime/`.
 */
function linkRuntime() {
  const link = join(root, 'node_modules/.bin/node');
  const to = join('../../runtime', runtimePackage, 'bin/node');
  try {
    if (readlinkSync(link) === to) return;
  } catch {
    // Missing, or a file from an older version.
  }
  rmSync(link, { force: true });
  symlinkSync(to, link);
}

/** Installs the Node of `runtime/`, if it is missing. @returns {Promise<{ node: string, version: string }>} its path */
export async function installRuntime() {
  await install(missingRuntime());
  return { node: shippedNode, version: readPackages('runtime/package-lock.json')[runtimePackage].version };
}

/**
 * Installs what is missing.
 * @param {{ withDevelopment?: boolean }} [options] whether packages that only tests and checks need are installed too
 * @returns {Promise<string>} path of a Node 24 (or newer) program
 */
export async function installMissing({ withDevelopment = false } = {}) {
  await install([...(isNewEnough ? [] : missingRuntime()), ...missingPackages(withDevelopment)]);
  if (isNewEnough) return process.execPath;
  linkRuntime();
  return shippedNode;
}

/** Whether the web app is built from the current sources. A Node before 20.12 can't tell, and lets the build decide. */
function isWebBuilt() {
  if (util.parseEnv === undefined) return false;
  const written = envFile.length > 0 ? util.parseEnv(readFileSync(join(root, '.env'), 'utf8')) : {};
  return isBuiltFrom(root, fingerprint(root, process.env.BRAND_NAME ?? written.BRAND_NAME ?? ''));
}

/**
 * Installs what is missing, and builds the web app if its sources changed. Exits the process on failure.
 * @param {(node: string) => Promise<void>} [meanwhile] runs during the build, which leaves half a processor idle
 * @returns {Promise<string>} path of a Node 24 (or newer) program
 */
export async function prepare(meanwhile = async () => {}) {
  const node = await installMissing();
  if (isWebBuilt()) return node;
  const build = spawn(node, [...envFile, 'scripts/build-web.ts'], { cwd: root, stdio: 'inherit' });
  const [[status]] = await Promise.all([once(build, 'exit'), meanwhile(node)]);
  if (status !== 0) process.exit(status ?? 1);
  return node;
}

/**
 * Prints the error in one line and exits the process.
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
