// SPDX-License-Identifier: Apache-2.0

import { addAdmin } from './commands/admin.ts';
import { addAudit } from './commands/audit.ts';
import { addBackup } from './commands/backup.ts';
import { addBrowserErrors } from './commands/browser-errors.ts';
import { addCodes } from './commands/codes.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExportPlayer } from './commands/export-player.ts';
import { addKeys } from './commands/keys.ts';
import { addMaintenance } from './commands/maintenance.ts';
import { addMigrate } from './commands/migrate.ts';
import { addReplayEvent } from './commands/replay-event.ts';
import { addRestore } from './commands/restore.ts';
import { addStatus } from './commands/status.ts';
import { addVerify } from './commands/verify.ts';
import { addVerifyReceipt } from './commands/verify-receipt.ts';

/** Every command but `start`, in the order in which `finalring --help` lists them. */
export const commands = [
  addStatus,
  addBrowserErrors,
  addMaintenance,
  addDoctor,
  addMigrate,
  addKeys,
  addAudit,
  addVerify,
  addVerifyReceipt,
  addBackup,
  addRestore,
  addAdmin,
  addCodes,
  addReplayEvent,
  addExportPlayer,
  addDemo,
];
