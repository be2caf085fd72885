// SPDX-License-Identifier: Apache-2.0

/**
 * package-lock.json names no registry, so npm looks each package up before it loads it, which takes as long as unpacking all
 * of them. This hands npm a lock file with the addresses at the registry that is configured, in a folder of its own, and
 * moves what it installed there into place: whoever interrupts it keeps what was installed before.
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
 * @typedef {{ name?: string, version?: string, resolved?: string, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * A lock file whose packages have the addresses that registries give them.
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

/** Whether a folder beside node_modules can be moved there: not if it is mounted or linked from elsewhere. */
export function canMove(/** @type {string} */ root) {
  const there = join(root, 'node_modules');
  return !existsSync(there) || statSync(there).dev === statSync(root).dev;
}

/**
 * @param {string} root folder with package.json and package-lock.json
 * @param {readonly [string, ...string[]]} npm the program and its first arguments
 * @param {(cwd: string) => Promise<void>} install runs `npm ci` in a folder
 */
export async function installAddressed(root, npm, install) {
  const [program, ...first] = npm;
  const asked = await promisify(execFile)(program, [...first, 'config', 'get', 'registry'], { cwd: root });
  const folder = join(root, '.install');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const file of ['package.json', '.npmrc']) copyFileSync(join(root, file), join(folder, file));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify(withAddresses(lock, asked.stdout.trim()), null, 2),
  );
  await install(folder);
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  renameSync(join(folder, 'node_modules'), join(root, 'node_modules'));
  rmSync(folder, { recursive: true });
}
