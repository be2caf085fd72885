/** `finalring`: what operators do with an installation (docs/command-line.md). Each command is a file in `commands`. */
import { Command, CommanderError } from 'commander';
import { version } from '../server/config.ts';
import { addAdmin } from './commands/admin.ts';
import { addArchive } from './commands/archive.ts';
import { addAudit } from './commands/audit.ts';
import { addBackup } from './commands/backup.ts';
import { addBrowserErrors } from './commands/browser-errors.ts';
import { addCodes } from './commands/codes.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExportPlayer } from './commands/export-player.ts';
import { addKeys } from './commands/keys.ts';
import { addMigrate } from './commands/migrate.ts';
import { addReplayEvent } from './commands/replay-event.ts';
import { addRestore } from './commands/restore.ts';
import { addStandby } from './commands/standby.ts';
import { addStart } from './commands/start.ts';
import { addStatus } from './commands/status.ts';
import { exitCodes } from './exit-codes.ts';

const program = new Command('finalring')
  .description('Runs and looks after an installation of FinalRing.')
  .version(version)
  .exitOverride()
  .showHelpAfterError('(--help says what there is)')
  .addHelpText(
    'after',
    `
Every setting is an environment variable, or a line of .env (.env.example lists them all).
Exit codes: 0 done; 1 something is wrong; 2 arguments; 3 it could not be done; 4 not agreed to.`,
  );
const commands = [
  addStart,
  addStatus,
  addBrowserErrors,
  addDoctor,
  addMigrate,
  addKeys,
  addAudit,
  addArchive,
  addBackup,
  addRestore,
  addStandby,
  addAdmin,
  addCodes,
  addReplayEvent,
  addExportPlayer,
  addDemo,
];
for (const add of commands) add(program);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
}
