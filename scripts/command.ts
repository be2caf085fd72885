// SPDX-License-Identifier: Apache-2.0

/** Parses the arguments of `npm run` commands. Each command lists its arguments with `--help` and refuses others. */
import { Command, InvalidArgumentError } from 'commander';

/** Parses a whole number from 0 up. */
export function toWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** From 1 up. With "ten" or 0 rounds, a proof would otherwise run nothing and pass. */
export function toCount(text: string): number {
  const count = toWholeNumber(text);
  if (count === 0) throw new InvalidArgumentError('It must be at least 1.');
  return count;
}

/** One or more names of a list, separated by commas. */
export const toSome =
  <T extends string>(all: readonly T[]) =>
  (text: string): T[] => {
    const named = text.split(',') as T[];
    const unknown = named.filter((name) => !all.includes(name));
    if (unknown.length === 0) return named;
    throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Choose from ${all.join(', ')}.`);
  };

/**
 * Creates a command to which options can be added before parsing. Wrong arguments end the process with status 2 and a
 * message.
 * @param name of the script in package.json, followed by its subcommand: `drill backup`
 */
export function command(name: string, does: string): Command {
  return new Command(`npm run ${name.replace(/ |$/, ' -- ').trim()}`)
    .description(does)
    .allowExcessArguments(false)
    .showHelpAfterError('(--help lists the arguments)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}
