// SPDX-License-Identifier: Apache-2.0

import { confirm } from '@clack/prompts';
import { CommandError } from './answer.ts';
import { exitCodes } from './exit-codes.ts';

/**
 * Asks for confirmation of something that can't be undone. The question goes to stderr, so that stdout has only the
 * answer.
 * @throws CommandError if the operator declines, or if no terminal is attached
 */
export async function requireConfirmation(
  question: string,
  { yes = false }: { yes?: boolean },
): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CommandError(
      `${question} This cannot be undone. No terminal to confirm it on: repeat with --yes`,
      exitCodes.unconfirmed,
    );
  }
  const answer = await confirm({
    message: `${question} This cannot be undone.`,
    initialValue: false,
    output: process.stderr,
  });
  if (answer !== true) throw new CommandError('Nothing was done', exitCodes.unconfirmed);
}
