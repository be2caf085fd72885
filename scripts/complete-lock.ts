// SPDX-License-Identifier: Apache-2.0

/**
 * Completes the lock file. Packages with native parts have one optional package per platform. npm drops from the lock
 * file those that it couldn't see while locking (npm/cli#4828, registries that mirror only a part). Then `npm ci`
 * fails, or other platforms lack the native parts. With `--check` it only reports missing entries. Added entries have
 * no integrity hash until npm adds one, if the registry has the package.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { lockedFolders } from './locked-folders.ts';

interface LockedPackage {
  version: string;
  cpu?: string[];
  os?: string[];
  libc?: string[];
  dev?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

type Locked = Record<string, LockedPackage>;

const systems = ['darwin', 'linux', 'win32', 'freebsd', 'android', 'openharmony'];
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32'];

/** Whether a package at `path` would find `name`, searching upwards like Node. */
function isLocked(packages: Locked, path: string, name: string): boolean {
  if (`${path && `${path}/`}node_modules/${name}` in packages) return true;
  if (path === '') return false;
  const parent = path.lastIndexOf('/node_modules/');
  return isLocked(packages, parent < 0 ? '' : path.slice(0, parent), name);
}

/** Takes the platform from the package's name, such as `@swc/core-linux-arm64-musl`. */
function entryFor(name: string, version: string, isDev: boolean): LockedPackage {
  const words = name.slice(name.indexOf('/') + 1).split('-');
  const cpu = words.find((word) => processors.includes(word));
  const os = words.find((word) => systems.includes(word));
  const libc =
    os !== 'linux' ? undefined : /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined;
  if (!cpu && !os) throw new Error(`Cannot tell where ${name} runs; lock it by hand.`);
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(isDev && { dev: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

const findMissing = (packages: Locked) =>
  Object.entries(packages).flatMap(([path, { dev = false, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, range]) => ({ name, entry: entryFor(name, range.replace(/^[~^]/, ''), dev) })),
  );

for (const folder of lockedFolders) {
  const file = join(root, folder, 'package-lock.json');
  const lock: { packages: Locked } = JSON.parse(readFileSync(file, 'utf8'));
  const missing = findMissing(lock.packages);
  if (missing.length === 0) continue;
  if (process.argv.includes('--check')) {
    const names = missing.map(({ name }) => name).join(', ');
    console.error(`${folder}/package-lock.json lacks ${names}: node scripts/complete-lock.ts`);
    process.exitCode = 1;
    continue;
  }
  for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry;
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Locked ${missing.length} packages of other platforms in ${folder}.`);
}
