// SPDX-License-Identifier: Apache-2.0

/** `npm run scale`: writes the tables of docs/scale.md from `measured.json` beside this file. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '../../scripts/command.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { life, type Measured } from './life.ts';
import { scaleTables, withTables } from './tables.ts';
import { measureUnitCosts } from './unit-costs.ts';

const options = command('scale', 'Writes docs/scale.md from what life at scale costs.')
  .option('--measure', 'measures the costs again')
  .parse()
  .opts<{ measure?: true }>();
const kept = new URL('./measured.json', import.meta.url);
const document = new URL('../../docs/scale.md', import.meta.url);

async function measure(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'finalring-scale-'));
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: { info: () => {}, error: console.error },
  });
  try {
    await migrate(server.url);
    const costs = await measureUnitCosts(server, (line) => console.error(line));
    const at = new Date().toISOString().slice(0, 10);
    return { at, machine: `${availableParallelism()} cores, PostgreSQL 18, one process`, costs };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (options.measure) writeFileSync(kept, `${JSON.stringify(await measure(), null, 2)}\n`);
const measured: Measured = JSON.parse(readFileSync(kept, 'utf8'));
writeFileSync(document, withTables(readFileSync(document, 'utf8'), scaleTables(measured, life)));
