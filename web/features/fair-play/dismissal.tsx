// SPDX-License-Identifier: Apache-2.0

import type { FairPlayPlayer } from '../../../contract/fair-play-admin.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useFairPlayChanges } from './api.ts';
import { getName } from './columns.tsx';

/** Removes a player from the queue, with a reason. */
export function Dismissal({ player, onClose }: { player: FairPlayPlayer; onClose: () => void }) {
  const changes = useFairPlayChanges();
  const getKey = useIdempotencyKey();
  return (
    <ConfirmDialog
      title={`Dismiss this anomaly of ${getName(player)}?`}
      text="The player leaves the queue. They return if the score rises by 10 or more."
      reason={{ label: 'Reason', hint: 'For the audit log. Players never see it.' }}
      confirmLabel="Dismiss anomaly"
      busyLabel="Dismissing..."
      isDanger={false}
      onConfirm={async (reason) => {
        if (reason.length < 3) throw new Error('Enter a short reason');
        await changes.dismiss(player.user._id, reason, getKey(reason));
        notify.done('Dismissed');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
