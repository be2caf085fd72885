// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { addCommand, answering } from '../answer.ts';

/** Needs no installation, like `verify`. */
export function addVerifyReceipt(program: Command): void {
  addCommand(program, 'verify-receipt', 'Check a shared receipt with the publisher of its game.')
    .argument('<address>', 'the address of the shared receipt (https://.../r/ID)')
    .option('--records <url>', 'ask a stand-in of the publisher, such as a sandbox’s')
    .addHelpText(
      'after',
      '\nExit codes: 0 the publisher’s record agrees; 1 it differs, or is missing; 3 it could not be checked.',
    )
    .action(
      answering(async (address: string, { records }: { records?: string }) =>
        (await import('../verify-receipt.ts')).checkReceipt(address, records?.replace(/[/]$/, '')),
      ),
    );
}
