// SPDX-License-Identifier: Apache-2.0

/** What the commands of `npm run` take: each says it with `--help`, and refuses what it does not take. */
import { Command, InvalidArgumentError } from 'commander';

/** From 0 on, as an option says it. */
export function toWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** From 1 on: a proof that is asked for "ten" rounds, or for none, must not try none and pass. */
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
 * A command to add options to, and to parse. What it is not given rightly ends the process with status 2 and a line that says why.
 * @param name of the script in package.json
 */
export function command(name: string, does: string): Command {
  return new Command(`npm run ${name} --`)
    .description(does)
    .allowExcessArguments(false)
    .showHelpAfterError('(--help says what there is)')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}
