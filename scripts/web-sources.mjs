// SPDX-License-Identifier: Apache-2.0

/**
 * Tells whether the built web app matches the current sources. Runs on any installed Node, so that a start without a
 * build needs no extra process for this.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const single = ['vite.config.ts', 'react-router.config.ts', 'tsconfig.base.json'];
/** Files of `web` that no page contains. */
const left = /[.]test[.]tsx?$|[/]testing[/]|(^|[/])README[.]md$/;
const imported = /['"]([.]{1,2}[/][^'"\n]*[.]tsx?)['"]/g;

/**
 * @param {string} root
 * @returns {string[]} paths from the root
 */
function listWeb(root) {
  const above = join(root, 'web').length - 'web'.length;
  return readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(above)}/${entry.name}`.replaceAll('\\', '/'))
    .filter((path) => !left.test(path));
}

/**
 * @param {string} path of a file, from the root
 * @param {string} text
 * @returns {string[]} the `contract` files that it imports
 */
function findContract(path, text) {
  const names = [...text.matchAll(imported)].map(([, name = '']) => name);
  const within = path.startsWith('contract/') ? names : names.filter((name) => name.includes('/contract/'));
  return within.map((name) => posix.join(posix.dirname(path), name));
}

/**
 * The installed versions that affect pages, without packages that only development needs.
 * @param {string} root
 */
function readVersions(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version }]) => `${path} ${version}`)
    .join('\n');
}

/**
 * A hash over everything that the built pages depend on: the files of `web`, the `contract` files that they import
 * directly or indirectly, package versions, and the brand's name.
 * @param {string} root of the checkout
 * @param {string} brandName
 * @returns {string} 64 hexadecimal digits
 */
export function fingerprint(root, brandName) {
  /** @type {Map<string, Buffer>} */
  const texts = new Map();
  const reached = [...listWeb(root), ...single.filter((path) => existsSync(join(root, path)))];
  for (let path = reached.pop(); path !== undefined; path = reached.pop()) {
    if (texts.has(path)) continue;
    const bytes = readFileSync(join(root, path));
    texts.set(path, bytes);
    if (!/[.]tsx?$/.test(path)) continue;
    const next = findContract(path, bytes.toString('utf8'));
    reached.push(...next.filter((target) => !texts.has(target) && existsSync(join(root, target))));
  }
  const hash = createHash('sha256').update(`${brandName}\0${readVersions(root)}\0`);
  for (const [path, bytes] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${path}\0`).update(bytes).update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} root */
const stamp = (root) => join(root, 'build/sources.sha256');

/**
 * @param {string} root
 * @param {string} print
 */
export function isBuiltFrom(root, print) {
  if (!existsSync(join(root, 'build/client/index.html')) || !existsSync(stamp(root))) return false;
  return readFileSync(stamp(root), 'utf8') === print;
}

/** @param {string} root */
export const forgetBuilt = (root) => rmSync(stamp(root), { force: true });

/**
 * @param {string} root
 * @param {string} print
 */
export const noteBuilt = (root, print) => writeFileSync(stamp(root), print);
