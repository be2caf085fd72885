// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { LeafProof, SealLog, TreeHead } from '../../contract/seal-proof.ts';
import { auditSeals } from '../../server/features/seals/audit-seals.ts';
import { proveEntries } from '../../server/features/seals/prove.ts';
import { sealKeys } from '../../server/features/seals/seal-keys.ts';
import { sealTransfers } from '../../server/features/seals/seal-transfers.ts';
import { systemClock } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { createPlayer } from './factories.ts';

/** What a player gets to check. */
export interface Proved {
  log: SealLog;
  head: TreeHead;
  proof: LeafProof;
}

export interface SealDrill {
  sealSeconds: number;
  /** The time that each proof took to make. */
  proveMs: number[];
  proved: Proved[];
  auditSeconds: number;
  breaches: string[];
}

/** Inserts directly into the table: that many single movements would take an hour. */
async function fill(db: Database, player: string, transfers: number): Promise<number> {
  const { last } = await db.one<{ last: number }>(sql`
    with added as (
      insert into transfers (amount, currency, type, credit_player_id, debit_house, reference, description, idempotency_key)
      select 1 + n % 500, 'GC', 'admin_credit', ${player}, 'adjustments', n, 'Drill', 'seal-drill:' || n
      from generate_series(1, ${transfers}::bigint) n returning id
    )
    select max(id) as last from added`);
  await db.run(sql`
    update wallets set balance = (select sum(amount) from transfers where credit_player_id = ${player})
    where player_id = ${player} and currency = 'GC'`);
  await db.pool.query('vacuum analyze transfers');
  return last;
}

/**
 * Seals that many transfers, proves some of them, spread over all, and audits the log.
 * @param db without statement timeouts, and used by nobody else
 */
export async function drillSeals(
  db: Database,
  { transfers, proofs }: { transfers: number; proofs: number },
  log: (line: string) => void,
): Promise<SealDrill> {
  const { id: player } = await createPlayer(db);
  const last = await fill(db, player, transfers);
  log(`${transfers} transfers are there`);
  const keys = sealKeys({ db, appSecret: 'a secret for drills, long enough to be taken' });
  const began = performance.now();
  await sealTransfers({ db, clock: systemClock, keys });
  const sealSeconds = (performance.now() - began) / 1_000;
  log(`sealed in ${sealSeconds.toFixed(1)} s`);
  await db.pool.query('vacuum analyze seal_leaves, seal_nodes, seal_heads');

  const proved: Proved[] = [];
  const proveMs: number[] = [];
  for (let place = 0; place < proofs; place++) {
    const transferId = String(last - Math.floor((place * (transfers - 1)) / Math.max(1, proofs - 1)));
    const asked = performance.now();
    const found = await proveEntries({ playerId: player, transferIds: [transferId] }, db);
    proveMs.push(performance.now() - asked);
    const proof = found.entries[0]?.proof;
    if (!proof || !found.head) throw new Error(`transfer ${transferId} is not sealed`);
    proved.push({ log: found.log, head: found.head, proof });
  }
  const auditing = performance.now();
  const breaches = (await auditSeals(db)).flatMap((claim) => claim.breaches);
  return { sealSeconds, proveMs, proved, auditSeconds: (performance.now() - auditing) / 1_000, breaches };
}
