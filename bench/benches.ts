// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, toCount } from '../scripts/command.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import type { BenchContext } from './context.ts';
import { writeTables } from './doc-tables.ts';
import { benchGrowthOfCalls } from './growth/bench.ts';
import { benchHttp } from './http.ts';
import { benchLedger } from './ledger.ts';
import { benchProcesses } from './processes.ts';
import { benchReadings } from './readings.ts';
import { isTooSlow, type Measured, type Result, toTable, writeJson } from './report.ts';
import { benchShop } from './shop.ts';
import { benchStreams } from './streams.ts';

/**
 * `npm run bench` (main.ts): measures each part of the product against a reference and prints the ratios. Arguments
 * select benches by name. It creates its own database in a temporary folder (TMPDIR), configured like the built-in one.
 */

const benches: Record<string, (context: BenchContext) => Promise<Result[]>> = {
  ledger: benchLedger,
  // Before the bench that puts a hundred cards on sale, since it measures the lists of a new installation.
  http: benchHttp,
  shop: benchShop,
  processes: benchProcesses,
  streams: benchStreams,
  growth: benchGrowthOfCalls,
  readings: benchReadings,
};

const bench = command('bench', 'Measures speed and memory as ratios against limits.')
  .argument('[names...]', `only these benches: ${Object.keys(benches).join(', ')}; with --tables files`)
  .option('--json <file>', 'also writes every figure to this file')
  .option('--seconds <n>', 'length of a measured round', toCount, 2)
  .option('--size <n>', 'transfers of the large business, for growth', toCount, 10_000_000)
  .option('--profile', 'saves a CPU profile of each measured server')
  .option('--tables <file>', 'measures nothing: writes the tables of --json files into this document')
  .option('--enforce', 'exit code 1 when a ratio is below its limit')
  .parse();
const options = bench.opts<{
  json?: string;
  seconds: number;
  size: number;
  profile?: true;
  tables?: string;
  enforce?: true;
}>();
const names = bench.args;
const unknown = options.tables ? [] : names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  bench.error(`Unknown: ${unknown.join(', ')}. Choose from ${Object.keys(benches).join(', ')}.`);
}
if (options.tables && names.length === 0) bench.error('Name the files written by --json.');

async function measureAll(databaseUrl: string): Promise<Measured[]> {
  await migrate(databaseUrl);
  const results: Measured[] = [];
  const env = {
    DATABASE_URL: databaseUrl,
    SANDBOX: '1',
    APP_SECRET: randomBytes(32).toString('hex'),
    // The key for codes that a bench puts on sale. The servers of later benches wouldn't start without it.
    CODE_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT_PER_MINUTE: '1000000000',
  };
  for (const [name, measure] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const context = {
      databaseUrl,
      env,
      secondsPerRound: options.seconds,
      rounds: 7,
      transfers: options.size,
      isProfiled: options.profile ?? false,
      log: (line: string) => console.error(line),
    };
    results.push(...(await measure(context)).map((result) => ({ ...result, bench: name })));
    // Written after each bench, since the next one may fail after an hour.
    if (options.json) writeJson(options.json, results);
  }
  return results;
}

async function runBenches(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'finalring-bench-'));
  try {
    const log = { info: () => {}, error: console.error };
    const server = await startEmbeddedPostgres({ dataDir, log });
    try {
      const results = await measureAll(server.url);
      console.log(toTable(results));
      if (options.enforce && results.some(isTooSlow)) process.exitCode = 1;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (options.tables) writeTables(options.tables, names);
else await runBenches();
