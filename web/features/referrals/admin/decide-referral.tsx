// SPDX-License-Identifier: Apache-2.0

import type { HoldReason } from '../../../../contract/referrals.ts';
import type { HeldReferral } from '../../../../contract/referrals-admin.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useReferralChanges } from './api.ts';

/** Why a referral is held (docs/rules/referrals.md, 3). */
export const reasonWords: Record<HoldReason, string> = {
  same_epic_account: 'Both used the same game account',
  same_card: 'Both paid with the same card',
  same_network: 'Both signed in from the same network within a day',
  too_many_in_month: 'The referrer was already paid for 20 in 30 days',
};

/** A held referral and the chosen decision. */
export interface Asked {
  row: HeldReferral;
  isCounted: boolean;
}

/** Asks for confirmation. */
export function Decision({ row, isCounted, onClose }: Asked & { onClose: () => void }) {
  const changes = useReferralChanges();
  const { referrer, invitee } = row;
  return (
    <ConfirmDialog
      title={isCounted ? 'Count this referral?' : 'Reject this referral?'}
      text={
        isCounted
          ? `${referrer.name} gets 1 referral token and event rewards for ${invitee.name}. You can’t undo this.`
          : `${referrer.name} gets nothing for ${invitee.name}. You can’t undo this. Both keep their accounts and coins.`
      }
      confirmLabel={isCounted ? 'Count' : 'Do not count'}
      busyLabel="Deciding..."
      isDanger={!isCounted}
      reason={{ label: 'Reason', hint: 'For the audit log. Players never see it.' }}
      onConfirm={async (reason) => {
        await changes.decide(row._id, { isCounted, reason });
        notify.done(isCounted ? 'Referral counted' : 'Referral not counted');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
