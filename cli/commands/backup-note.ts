// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { plural } from '../../contract/amounts.ts';
import { addCommand, addYesOption, answering, type Outcome } from '../answer.ts';
import { requireConfirmation } from '../confirm.ts';
import { requireStopped } from '../require-stopped.ts';

const maxLength = 300;

function parseReason(text: string): string {
  const reason = text.trim();
  if (reason.length < 1 || reason.length > maxLength || /\p{Cc}/u.test(reason)) {
    throw new Error(`the reason has ${reason.length} characters: it must be one line of 1 to ${maxLength}`);
  }
  return reason;
}

async function note(text: string, options: { yes?: boolean }): Promise<Outcome> {
  const { noteRestore, sealKeys } = await import('../../server/features/seals/feature.ts');
  const { withInstallation } = await import('../with-database.ts');
  const reason = parseReason(text);
  await requireStopped();
  await requireConfirmation('The note is public, and applies to the ledger as it is now.', options);
  return withInstallation(async ({ db, appSecret }) => {
    const { size } = await noteRestore(
      { reason, now: new Date() },
      { db, keys: sealKeys({ db, appSecret }) },
    );
    return {
      lines: [
        `Signed: the ledger was restored to its first ${plural(size, 'entry', 'entries')}. "${reason}"`,
      ],
      result: { size, reason },
    };
  });
}

export function addNote(backup: Command): void {
  addYesOption(
    addCommand(
      backup,
      'note',
      'Publish a signed note about a restore, before the server starts. Browsers show it with their warning that the ledger was rewritten.',
    ).argument('<reason>', 'what happened, in one line for players'),
  ).action(answering(note));
}
