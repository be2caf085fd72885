// SPDX-License-Identifier: Apache-2.0

import { confirm } from '@clack/prompts';
import { CommandError } from './answer.ts';
import { exitCodes } from './exit-codes.ts';

/**
 * Asks before something that cannot be undone. The question goes to stderr, so that stdout has the answer only.
 * @throws CommandError if the operator declines, or nobody is there to ask
 */
export async function demandYes(question: string, { yes = false }: { yes?: boolean }): Promise<void> {
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
