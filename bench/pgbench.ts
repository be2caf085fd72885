// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { accessSync, constants, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface Pgbench {
  /** Transactions per second, over a round of this many seconds. */
  perSecond(seconds: number): Promise<number>;
  close(): void;
}

function findPgbench(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'pgbench'));
  const debian = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse();
  return [...onPath, ...debian].find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * The reference for the database's own speed: pgbench, a C program, sends a prepared statement over `connections`
 * connections.
 * @returns what to install if pgbench is missing
 */
export function preparePgbench(options: {
  script: string;
  databaseUrl: string;
  connections: number;
  /** Settings for each connection. */
  settings?: Record<string, string>;
}): Pgbench | { missing: string } {
  const program = findPgbench();
  if (!program) return { missing: "pgbench is missing: install Debian's package postgresql-contrib" };
  const { script, databaseUrl, connections, settings = {} } = options;
  const folder = mkdtempSync(join(tmpdir(), 'finalring-pgbench-'));
  const file = join(folder, 'script.sql');
  writeFileSync(file, script);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const where = ['-h', hostname, '-p', port, '-U', decodeURIComponent(username), pathname.slice(1)];
  const set = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(password), PGOPTIONS: set.join(' ') };
  return {
    async perSecond(seconds) {
      const load = [
        '-n',
        '-M',
        'prepared',
        '-f',
        file,
        '-c',
        `${connections}`,
        '-j',
        '2',
        '-T',
        `${seconds}`,
      ];
      // pgbench repeats every message that the server sends.
      const maxBuffer = Number.POSITIVE_INFINITY;
      const { stdout } = await promisify(execFile)(program, [...load, ...where], { env, maxBuffer });
      const tps = /tps = ([\d.]+) \(without initial connection time\)/.exec(stdout)?.[1];
      if (!tps) throw new Error(`unexpected output of pgbench:\n${stdout}`);
      return Number(tps);
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
