// SPDX-License-Identifier: Apache-2.0

import type { Approval } from '../../../contract/approvals-admin.ts';
import { differences } from '../../lib/differences.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Differences } from '../../ui/differences.tsx';
import { notify } from '../../ui/toast.tsx';
import { useApprovalChanges } from './api.ts';

export interface Deciding {
  approval: Approval;
  isApproved: boolean;
}

/** Asks before a waiting change is approved, refused or withdrawn. */
export function DecideDialog({
  approval: { _id, title, askedBy, obstacle, before, after },
  isApproved,
  onClose,
}: Deciding & { onClose: () => void }) {
  const changes = useApprovalChanges();
  const getKey = useIdempotencyKey();
  const isOwn = obstacle === 'own';
  const words = isApproved
    ? {
        title: 'Approve this change?',
        text: `${title}. We carry it out immediately, as ${askedBy.name} asked. You can’t undo it here.`,
        confirmLabel: 'Approve',
        done: 'Approved and carried out',
      }
    : {
        title: isOwn ? 'Withdraw this change?' : 'Refuse this change?',
        text: `${title}. It won’t be carried out. It can be asked for again.`,
        confirmLabel: isOwn ? 'Withdraw' : 'Refuse',
        done: isOwn ? 'Withdrawn' : 'Refused',
      };
  return (
    <ConfirmDialog
      title={words.title}
      text={words.text}
      confirmLabel={words.confirmLabel}
      busyLabel="Deciding..."
      isDanger={!isApproved}
      reason={{
        label: 'Reason',
        isOptional: isApproved,
        hint: isApproved ? 'Optional. For the audit log.' : 'For the audit log and the person who asked.',
      }}
      onConfirm={async (reason) => {
        const decide = isApproved ? changes.approve : changes.refuse;
        await decide(_id, reason, getKey({ isApproved, reason }));
        notify.done(words.done);
        onClose();
      }}
      onClose={onClose}
    >
      <Differences changed={differences(before, after)} />
    </ConfirmDialog>
  );
}
