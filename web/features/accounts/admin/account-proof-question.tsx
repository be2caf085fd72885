// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { GameAccount } from '../../../../contract/account-proof.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import { gameOf } from '../../../../contract/games/games.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useUserChanges } from './api.ts';

/** Marks one of a user's game accounts as proven, or withdraws that (docs/rules/game-accounts.md, 5). */
export function AccountProofQuestion({
  user,
  accounts,
  onClose,
}: {
  user: { _id: string; name: string };
  /** The bound ones, at least one. */
  accounts: readonly GameAccount[];
  onClose: () => void;
}) {
  const { setAccountProof } = useUserChanges();
  const [game, choose] = useState(accounts[0]?.game);
  const { epicId, proof } = accounts.find((one) => one.game === game) ?? { epicId: '', proof: null };
  const { name } = gameOf({ game }).account;
  const isProven = !proof;
  return (
    <ConfirmDialog
      title={isProven ? `Mark ${epicId} as theirs?` : `Remove the proof that ${epicId} is theirs?`}
      text={
        isProven
          ? `Give ${user.name} a code. Have them put it into their ${name.replace('account', 'display name')}, or show it beside their signed-in ${name}, and check it yourself. Their profile then shows the proof.`
          : 'The profile no longer shows the proof. Nothing else changes.'
      }
      confirmLabel={isProven ? 'Mark as theirs' : 'Remove the proof'}
      isDanger={!isProven}
      reason={{ label: 'Reason', hint: 'How they proved it. For the audit log; the player doesn’t see it.' }}
      onConfirm={async (reason) => {
        await setAccountProof(user._id, { game, isProven, reason });
        notify.done('Updated successfully');
        onClose();
      }}
      onClose={onClose}
    >
      {accounts.length > 1 && (
        <SelectField
          label="Game"
          value={game}
          onChange={({ currentTarget }) => choose(currentTarget.value as GameId)}
        >
          {accounts.map((one) => (
            <option key={one.game} value={one.game}>
              {gameOf(one).name}
            </option>
          ))}
        </SelectField>
      )}
    </ConfirmDialog>
  );
}
