// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../server/config.ts';
import { countServers } from '../../server/platform/db/count-servers.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';

const measuredWithinMs = 5_000;

/** Whether reads that may be late go to a replica, and how late it is. */
export async function checkReplica({
  databaseUrl,
  replicas,
}: Pick<Config, 'databaseUrl' | 'replicas'>): Promise<Finding[]> {
  const { ok, look, wrong } = findingsAbout('replica');
  if (replicas.urls.length === 0) return [];
  if (!databaseUrl) {
    return [wrong('DATABASE_REPLICA_URL follows no DATABASE_URL', 'set both, or neither')];
  }
  for (const url of replicas.urls) {
    // The state of one server would be measured, and another one read from.
    if ((await countServers(url)) > 1) {
      const says = `${new URL(url).host} is a name for several servers: players may miss what they just did`;
      return [wrong(says, 'name each server in DATABASE_REPLICA_URL, and no balancer')];
    }
  }
  const db = openDatabase(databaseUrl, { poolSize: 1, replicas });
  try {
    const giveUpAt = Date.now() + measuredWithinMs;
    while (!db.late.state()?.isUsed && Date.now() < giveUpAt) await delay(100);
    const state = db.late.state();
    if (state?.isUsed)
      return [ok(`is read from, ${((state.lagMs ?? 0) / 1_000).toFixed(1)} s behind at the most`)];
    return [
      look(
        `is not read from: ${state?.why ?? 'nothing is known of it'}`,
        'the primary answers meanwhile; compare DATABASE_REPLICA_URL, and see finalring replication',
      ),
    ];
  } finally {
    await db.close();
  }
}
