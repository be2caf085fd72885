// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notifyWitness, scheduleWitness, witnessTask } from './notify-witness.ts';
import { sealsRoutes } from './routes.ts';
import { sealKeys } from './seal-keys.ts';
import { type SealMemory, sealTask, sealTransfers } from './seal-transfers.ts';

export { auditSeals } from './audit-seals.ts';
export { auditWitness } from './audit-witness.ts';
export { noteRestore } from './note-restore.ts';
export { findLeaf } from './prove.ts';
export { listKeys as listSealKeys } from './seal-key-store.ts';
export { sealKeys } from './seal-keys.ts';

/** The sealed ledger: nobody can change a transfer unnoticed. */
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
    routes: (app) => sealsRoutes(app, { db, listener }),
    tasks: {
      [sealTask]: () => sealTransfers({ db, clock, keys, memory, onSealed }),
      async [witnessTask]() {
        if (witnessFile) await notifyWitness(witnessFile, { db, clock });
      },
    },
    crontab: `* * * * * ${sealTask}`,
    start: () => keys.prepare(clock.now()),
  } satisfies Feature;
}

export const module = {
  tables: [
    // Sums that processes of the previous release keep during an upgrade. A later release drops both.
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
  open: sealsFeature,
} satisfies FeatureModule;
