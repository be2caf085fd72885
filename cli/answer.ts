// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { exitCodes } from './exit-codes.ts';

/** The outcome of a command: lines for people, one JSON document (`--json`) for programs. */
export interface Outcome {
  lines: readonly string[];
  result: unknown;
  /** The command found something wrong: exit code 1. */
  isWrong?: boolean;
  /** Overrides the exit code, for commands that define their own. */
  exitCode?: number;
}

/** A failure that is reported in one line, with its exit code. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** SQLSTATEs of a database whose migrations have not run: a table, column, function, schema or type is missing. */
const missingInDatabase = new Set(['42P01', '42703', '42883', '3F000', '42704']);

function describeError(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (missingInDatabase.has(code ?? '')) {
    return 'the database is empty or from an earlier release: run "finalring migrate", then repeat the command';
  }
  // When a name has several addresses, a failed connection has a code and no message.
  return message || code || String(error);
}

const endsWithinMs = 2_000;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * The action of a command: prints its outcome and sets the exit code. Failures are reported in words, without a stack
 * trace: operators did not write the program.
 * @param work is given the arguments and the options
 */
export function answering<Given extends unknown[]>(work: (...given: Given) => Promise<Outcome>) {
  return async (...given: [...Given, Command]): Promise<void> => {
    const command = given.at(-1) as Command;
    const asJson = command.optsWithGlobals().json === true;
    try {
      const { lines, result, isWrong = false, exitCode } = await work(...(given.slice(0, -1) as Given));
      if (asJson) print(JSON.stringify({ ok: !isWrong, result }, null, 2));
      else for (const line of lines) print(line);
      process.exitCode = exitCode ?? (isWrong ? exitCodes.wrong : exitCodes.done);
    } catch (error) {
      const said = describeError(error);
      if (asJson) print(JSON.stringify({ ok: false, error: said }, null, 2));
      else process.stderr.write(`${said}\n`);
      if (process.env.LOG_LEVEL === 'debug') console.error(error);
      process.exitCode = error instanceof CommandError ? error.exitCode : exitCodes.failed;
      // A pending timer or connection could keep the process alive forever.
      setTimeout(() => process.exit(), endsWithinMs).unref();
    }
  };
}

/** Adds a command that can also answer as JSON. */
export function addCommand(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option('--json', 'print one JSON document: {"ok", "result"}, or {"ok", "error"}');
}

/** Adds the option --yes to a command that can't be undone. */
export function addYesOption(command: Command): Command {
  return command.option('--yes', 'skip the confirmation');
}
