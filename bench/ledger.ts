// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { auditLedger } from '../server/audit.ts';
import { transferAlone } from '../server/ledger/transfer.ts';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import type { BenchContext } from './context.ts';
import { preparePgbench } from './pgbench.ts';
import { median, type Result } from './report.ts';

const name = 'ledger movement';
const limit = 0.75;
const connections = 16;
const players = 1000;
const firstPlayer = 1001;
/** Ids that pgbench can build, which has no UUID type: this prefix and four digits. */
const idPrefix = '0'.repeat(28);
const keysBelow = Number.MAX_SAFE_INTEGER;

/** The statement of server/ledger/transfer.ts in pgbench's syntax, with numbers in place of varying texts. */
const pgbenchScript = `\\set player random(${firstPlayer}, ${firstPlayer + players - 1})
\\set key random(1, ${keysBelow})
select transfer_id, outcome, debit_balance, credit_balance from ledger_transfer('GC', 1, ('${idPrefix}' || :player)::uuid, null, null, 'fees', 'challenge_fee', :key, :key, 'Fee', false)
`;

/** Players with enough coins to never run out, funded through the ledger. */
async function createPlayers(db: Database): Promise<void> {
  await db.run(sql`
    insert into players (id, name, email, referral_code)
    select (${idPrefix}::text || n)::uuid, 'Bench', 'bench' || n || '@player.test', 'BENCH' || n
    from generate_series(${firstPlayer}::int, ${firstPlayer + players - 1}::int) n`);
  await db.run(sql`insert into wallets (player_id, currency) select id, 'GC' from players`);
  await db.run(sql`
    select ledger_transfer('GC', 1000000000, null, 'adjustments', id, null, 'admin_credit', 'bench', 'funds:' || id,
      'Coins to begin with', false)
    from players`);
  await db.pool.query('vacuum analyze');
}

function randomBelow(end: number): number {
  return Math.floor(Math.random() * end);
}

async function measureOurs(db: Database, seconds: number): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let movements = 0;
  const client = async () => {
    while (performance.now() < end) {
      const key = String(1 + randomBelow(keysBelow));
      const moved = await transferAlone(db, {
        currency: 'GC',
        amount: 1,
        from: { player: idPrefix + (firstPlayer + randomBelow(players)) },
        to: { house: 'fees' },
        type: 'challenge_fee',
        reference: key,
        idempotencyKey: key,
        description: 'Fee',
      });
      if ('refused' in moved) throw new Error(moved.refused);
      movements++;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  return (movements * 1000) / (performance.now() - start);
}

/**
 * One movement through server/ledger against pgbench, a C program that sends the same prepared statement to the same
 * database over as many connections. Rounds alternate, so that changes in the machine's load affect both.
 */
export async function benchLedger(context: BenchContext): Promise<Result[]> {
  const { databaseUrl, secondsPerRound, rounds, log } = context;
  const pgbench = preparePgbench({ script: pgbenchScript, databaseUrl, connections });
  if ('missing' in pgbench) return [{ name, skipped: pgbench.missing }];
  const db = openDatabase(databaseUrl, { poolSize: connections, statementMs: 0 });
  try {
    await createPlayers(db);
    await measureOurs(db, 1);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      theirs.push(await pgbench.perSecond(secondsPerRound));
      ours.push(await measureOurs(db, secondsPerRound));
      log(
        `${name}, round ${round}: pgbench ${theirs.at(-1)?.toFixed(0)}/s, ours ${ours.at(-1)?.toFixed(0)}/s`,
      );
    }
    const { proofs } = await auditLedger(db);
    const breaches = proofs.flatMap((proof) => proof.breaches);
    if (breaches.length > 0) throw new Error(`fast but wrong: ${breaches.join('; ')}`);
    // Neighbouring rounds are compared, since other work on the machine and the growing table affect both alike.
    const ratio = median(ours.map((each, round) => each / (theirs[round] as number)));
    const [value, reference] = [median(ours), median(theirs)];
    return [{ name, unit: 'movements/s', value, reference, against: 'pgbench', ratio, limit }];
  } finally {
    await db.close();
    pgbench.close();
  }
}
