// SPDX-License-Identifier: Apache-2.0

import type { Door, Feature, Platform } from '../../feature.ts';
import { archivedTransfers } from '../../ledger/archived-transfers.ts';
import type { Tx } from '../../platform/db/database.ts';
import { configuredMailer } from '../../platform/mail/mailer.ts';
import { countMovements } from './count-movements.ts';
import { tellMovements } from './movement-metrics.ts';
import { sumHeldCoins } from './movement-store.ts';
import { movementProofs } from './proofs.ts';
import { sealsRoutes } from './routes.ts';
import { sealKeys } from './seal-keys.ts';
import { type SealMemory, sealTask, sealTransfers } from './seal-transfers.ts';
import {
  dailyWitnessTask,
  scheduleDailyWitnesses,
  scheduleWitnesses,
  tellWitness,
  witnessTask,
} from './witness/tell-witness.ts';
import { fileWitness, mailWitness, type Witness, webhookWitness } from './witness/witnesses.ts';

export { auditSeals } from './audit-seals.ts';
export { noteRestore } from './note-restore.ts';
export { listKeys as listSealKeys } from './seal-key-store.ts';
export { sealKeys } from './seal-keys.ts';
export { auditWitness } from './witness/audit-witness.ts';

function configuredWitnesses({ config, log, sandboxUrl }: Platform): Witness[] {
  const { brand, mail, publicUrl, sealWitness } = config;
  const { webhook, file, email } = sealWitness;
  const mailer = email ? configuredMailer({ mail, brand, log }) : undefined;
  const look = { brandName: brand.name, supportEmail: brand.supportEmail, supportPhone: brand.supportPhone };
  const sandboxOrigin = sandboxUrl && new URL(sandboxUrl).origin;
  return [
    ...(webhook ? [webhookWitness(webhook, { sandboxOrigin })] : []),
    ...(file ? [fileWitness(file)] : []),
    ...(email && mailer ? [mailWitness(email, { mailer, look, publicUrl })] : []),
  ];
}

/** The sealed ledger: transfers cannot be changed without anybody noticing. */
function sealsFeature(platform: Platform) {
  const { db, clock, listener, appSecret } = platform;
  const keys = sealKeys({ db, appSecret });
  const telling = { db, clock, witnesses: configuredWitnesses(platform) };
  const memory: SealMemory = {};
  const onSealed = (tx: Tx) => scheduleWitnesses(tx, telling);
  return {
    name: 'seals',
    routes(app) {
      sealsRoutes(app, { db, listener, archivedTransfers: archivedTransfers(platform) });
      tellMovements(app.metrics, db);
    },
    tasks: {
      async [sealTask]() {
        await sealTransfers({ db, clock, keys, memory, onSealed });
        await countMovements({ db });
      },
      [witnessTask]: (job: { witness: string }) => tellWitness(job, telling),
      [dailyWitnessTask]: () => scheduleDailyWitnesses(telling),
    },
    overview: { coinsOutstanding: () => sumHeldCoins(db.reports) },
    // Every minute, and once a day (later if no process was running then).
    crontab: `* * * * * ${sealTask}\n25 6 * * * ${dailyWitnessTask} ?fill=12h`,
    start: () => keys.prepare(clock.now()),
  } satisfies Feature;
}

export const door = {
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
    'sealed_transfers',
  ],
  proofs: movementProofs,
  open: sealsFeature,
} satisfies Door;
