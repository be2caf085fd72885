// SPDX-License-Identifier: Apache-2.0

/** Parses the arguments of `npm run` commands: each describes them with `--help`, and refuses any others. */
import { Command, InvalidArgumentError } from 'commander';

/** Parses an option's whole number from 0 up. */
export function toWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** From 1 up: a proof that is asked for "ten" rounds, or for none, must not run none and pass. */
export function toCount(text: string): number {
  const count = toWholeNumber(text);
  if (count === 0) throw new InvalidArgumentError('It must be 1 at least.');
  return count;
}

/** One of a list, or several between commas. */
export const toSome =
  <T extends string>(all: readonly T[]) =>
  (text: string): T[] => {
    const named = text.split(',') as T[];
    const unknown = named.filter((name) => !all.includes(name));
    if (unknown.length === 0) return named;
    throw new InvalidArgumentError(`There is no ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  };

/**
 * A command to which options can be added, and which is then parsed. Wrong arguments end the process with status 2 and a
 * line that says why.
 * @param name of the script in package.json, and the word that it is told: `drill backup`
 */
export function command(name: string, does: string): Command {
  return new Command(`npm run ${name.replace(/ |$/, ' -- ').trim()}`)
    .description(does)
    .allowExcessArguments(false)
    .showHelpAfterError('(--help says what there is)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}
