// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { AdminAttempt } from '../../../../contract/challenges-admin.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useAttemptChanges } from './api.ts';
import { getName } from './attempt-columns.tsx';
import { describeVoiding } from './void-words.ts';

const shortestReason = 3;

/** Asks before an attempt is voided, and says what goes back to whom. */
export function VoidDialog({ attempt, onClose }: { attempt: AdminAttempt; onClose: () => void }) {
  const [forfeitFee, setForfeitFee] = useState(false);
  const changes = useAttemptChanges();
  const getKey = useIdempotencyKey();
  const name = getName(attempt);

  async function confirm(reason: string): Promise<void> {
    if (reason.length < shortestReason) throw new Error('Enter a short reason');
    const said = { reason, forfeitFee };
    await changes.void(attempt._id, said, getKey(said));
    notify.done('Attempt voided successfully');
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Void the attempt of ${name}?`}
      text="This voids the attempt as if it never happened. You can’t undo it."
      reason={{
        label: 'Reason',
        hint: 'The player reads it in the receipt. It’s also in the audit log.',
      }}
      confirmLabel="Void attempt"
      busyLabel="Voiding..."
      onConfirm={confirm}
      onClose={onClose}
    >
      <ul
        aria-label="What happens"
        aria-live="polite"
        className="grid list-disc gap-1.5 pl-5 text-sm text-soft"
      >
        {describeVoiding(attempt, { name, forfeitFee }).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {!attempt.isPractice && (
        <Checkbox checked={forfeitFee} onChange={setForfeitFee}>
          The player cheated: keep the entry fee
        </Checkbox>
      )}
    </ConfirmDialog>
  );
}
