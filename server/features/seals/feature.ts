// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { Tx } from '../../platform/db/database.ts';
import { tellMovements } from './movement-metrics.ts';
import { sumHeldCoins } from './movement-store.ts';
import { movementProofs } from './proofs.ts';
import { sealsRoutes } from './routes.ts';
import { sealKeys } from './seal-keys.ts';
import { type SealMemory, sealTask, sealTransfers } from './seal-transfers.ts';
import { scheduleWitness, tellWitness, witnessTask } from './tell-witness.ts';

export { auditSeals } from './audit-seals.ts';
export { auditWitness } from './audit-witness.ts';
export { noteRestore } from './note-restore.ts';
export { listKeys as listSealKeys } from './seal-key-store.ts';
export { sealKeys } from './seal-keys.ts';

/** The sealed ledger: transfers cannot be changed without anybody noticing. */
function sealsFeature(platform: Platform) {
  const { db, clock, config, listener, appSecret } = platform;
  const keys = sealKeys({ db, appSecret });
  const witnessFile = config.sealWitnessFile;
  const memory: SealMemory = {};
  const onSealed = async (tx: Tx) => {
    if (witnessFile) await scheduleWitness(tx);
  };
  return {
    name: 'seals',
    routes(app) {
      sealsRoutes(app, { db, listener });
      tellMovements(app.metrics, db);
    },
    tasks: {
      [sealTask]: () => sealTransfers({ db, clock, keys, memory, onSealed }),
      async [witnessTask]() {
        if (witnessFile) await tellWitness(witnessFile, { db, clock });
      },
    },
    overview: { coinsOutstanding: () => sumHeldCoins(db.reports) },
    crontab: `* * * * * ${sealTask}`,
    start: () => keys.prepare(clock.now()),
  } satisfies Feature;
}

export const module = {
  tables: [
    'movement_count',
    'movement_totals',
    'seal_heads',
    'seal_keys',
    'seal_leaves',
    'seal_log',
    'seal_nodes',
    'seal_restores',
    'seal_witnesses',
  ],
  proofs: movementProofs,
  open: sealsFeature,
} satisfies FeatureModule;
