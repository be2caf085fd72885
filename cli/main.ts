// SPDX-License-Identifier: Apache-2.0

/** `finalring`: the operator's commands (docs/command-line.md). Each command is a file in `commands`. */
import { Command, CommanderError } from 'commander';
import { version } from '../server/version.ts';
import { addStart } from './commands/start.ts';
import { exitCodes } from './exit-codes.ts';

const program = new Command('finalring')
  .description('Run and maintain a FinalRing installation.')
  .version(version)
  .exitOverride()
  .showHelpAfterError('(--help lists the arguments)')
  .addHelpText(
    'after',
    `
Every setting is an environment variable, or a line in .env (.env.example lists them all).
Exit codes: 0 done; 1 something is wrong; 2 wrong arguments; 3 could not run; 4 not confirmed.`,
  );
// A server loads only its own command, because it would keep the others in memory as long as it runs.
const commands =
  process.argv[2] === 'start' ? [addStart] : [addStart, ...(await import('./commands.ts')).commands];
for (const add of commands) add(program);

// A reader such as `head` may close the pipe early. That changes neither what the command did nor its exit code.
const isPipeClosed = ({ code }: NodeJS.ErrnoException) => code === 'EPIPE';
for (const stream of process.argv[2] === 'start' ? [] : [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (!isPipeClosed(error)) throw error;
  });
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
}
