// SPDX-License-Identifier: Apache-2.0

/**
 * Speeds up installation. package-lock.json contains no registry addresses, so npm looks up each package before
 * downloading it, which takes as long as unpacking all of them. This gives npm a lock file with the configured
 * registry's addresses in a separate folder, and moves the result into place. An interrupted run leaves the old
 * installation intact.
 */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }>, devDependencies?: Record<string, string> }} Needs
 * @typedef {Needs & { name?: string, version?: string, resolved?: string, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * Adds to each package of a lock file its address at the registry.
 * @param {Lock} lock
 * @param {string} registry address
 * @returns {Lock}
 */
export function withAddresses(lock, registry) {
  const base = registry.endsWith('/') ? registry : `${registry}/`;
  const packages = Object.entries(lock.packages).map(([path, locked]) => {
    const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (path === '' || locked.resolved !== undefined || locked.link) return [path, locked];
    const file = `${name.slice(name.indexOf('/') + 1)}-${locked.version}.tgz`;
    return [path, { ...locked, resolved: `${base}${name}/-/${file}` }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/**
 * Finds the package `name` as seen from the package at `from`, with Node's resolution.
 * @param {Lock['packages']} packages
 * @param {string} from
 * @param {string} name
 */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const path = `${folder}/node_modules/${name}`;
    if (folder !== '' && packages[path]) return path;
    if (!folder.includes('/node_modules/')) return packages[`node_modules/${name}`] && `node_modules/${name}`;
  }
}

/**
 * Removes packages that only development needs.
 * @param {Lock} lock
 * @returns {Lock}
 */
export function withoutDevelopment({ packages, ...lock }) {
  const { devDependencies: _, ...top } = packages[''] ?? {};
  /** @type {Lock['packages']} */
  const needed = {};
  const open = [''];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (path in needed) continue;
    const locked = path === '' ? top : (packages[path] ?? {});
    needed[path] = locked;
    const peers = Object.keys(locked.peerDependencies ?? {}).filter(
      (name) => !locked.peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [
      ...Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }),
      ...peers,
    ]) {
      const found = resolve(packages, path, name);
      if (found) open.push(found);
    }
  }
  return { ...lock, packages: needed };
}

/** Whether node_modules can be replaced by moving a folder: not if it is mounted or linked from elsewhere. */
export function canMove(/** @type {string} */ root) {
  const there = join(root, 'node_modules');
  return !existsSync(there) || statSync(there).dev === statSync(root).dev;
}

/**
 * @param {string} root folder with package.json and package-lock.json
 * @param {readonly [string, ...string[]]} npm the program and its first arguments
 * @param {(cwd: string) => Promise<void>} install runs `npm ci` in a folder
 * @param {{ withDevelopment?: boolean }} [options]
 */
export async function installAddressed(root, npm, install, { withDevelopment = false } = {}) {
  const [program, ...first] = npm;
  const asked = await promisify(execFile)(program, [...first, 'config', 'get', 'registry'], { cwd: root });
  const folder = join(root, '.install');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  for (const file of ['package.json', 'package-lock.json']) {
    const read = JSON.parse(readFileSync(join(root, file), 'utf8'));
    if (!withDevelopment) delete read.devDependencies;
    const lock =
      read.packages && withAddresses(withDevelopment ? read : withoutDevelopment(read), asked.stdout.trim());
    writeFileSync(join(folder, file), JSON.stringify(lock ?? read, null, 2));
  }
  await install(folder);
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  renameSync(join(folder, 'node_modules'), join(root, 'node_modules'));
  rmSync(folder, { recursive: true });
}
