// SPDX-License-Identifier: Apache-2.0

/**
 * Knows whether the built web app is that of the sources at hand. It runs on any installed Node, so that a start which builds nothing
 * needs no process of its own for that.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const single = ['vite.config.ts', 'react-router.config.ts', 'tsconfig.base.json'];
/** Of `web`, what no page holds. */
const left = /[.]test[.]tsx?$|[/]testing[/]|(^|[/])README[.]md$/;
const imported = /['"]([.]{1,2}[/][^'"\n]*[.]tsx?)['"]/g;

/**
 * @param {string} root
 * @returns {string[]} paths from the root
 */
function listWeb(root) {
  return readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !left.test(path));
}

/**
 * The versions that are installed to run and build; those of development alone change no page.
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
 * What the built pages depend on: the files of `web`, those of `contract` that they import, directly or through others, the
 * versions of packages, and the brand's name, which is built in.
 * @param {string} root of the checkout
 * @param {string} brandName
 * @returns {string} 64 hexadecimal digits
 */
export function fingerprint(root, brandName) {
  const texts = new Map();
  const reached = [...listWeb(root), ...single];
  for (let path = reached.pop(); path !== undefined; path = reached.pop()) {
    if (texts.has(path) || !existsSync(join(root, path))) continue;
    const bytes = readFileSync(join(root, path));
    texts.set(path, bytes);
    if (!/[.]tsx?$/.test(path)) continue;
    for (const [, name = ''] of bytes.toString('utf8').matchAll(imported)) {
      const target = join(dirname(path), name).split(sep).join('/');
      if (target.startsWith('contract/')) reached.push(target);
    }
  }
  const hash = createHash('sha256').update(`${brandName}\0${readVersions(root)}\0`);
  for (const path of [...texts.keys()].sort()) hash.update(`${path}\0`).update(texts.get(path)).update('\0');
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
