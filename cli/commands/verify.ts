// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { addCommand, answering } from '../answer.ts';
import { exitCodes } from '../exit-codes.ts';

/** Checks that players and visitors can run themselves: without configuration and database. */
export function addVerify(program: Command): void {
  const verify = program.command('verify').description('Check a published draw or a saved statement.');
  addCommand(verify, 'draw', 'Repeat a published draw.')
    .argument('<place>', 'the address of the draw (.../api/v1/giveaways/ID/draw), or a file with it')
    .action(answering(async (place: string) => (await import('../verify-draw.ts')).checkDraw(place)));
  addCommand(verify, 'statement', 'Check a statement that was saved with its proofs.')
    .addHelpText(
      'after',
      '\nExit codes: 0 every line is proven; 2 only lines from the last five minutes are not; 1 anything else.',
    )
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? exitCodes.done : exitCodes.wrong))
    .argument('[file]', 'the statement')
    .argument('[site]', "its address (https://...), to check that today's ledger contains the statement's")
    .action(
      answering(async (file: string | undefined, site: string | undefined) =>
        (await import('../verify-statement.ts')).checkStatement(file, site),
      ),
    );
}
