// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import type { GiftCardRequest } from '../../../../contract/shop-admin.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { changeWithUndo } from '../../../ui/change-with-undo.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog, field } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useRequestChanges } from './api.ts';
import { codePin, PinField } from './pin-field.tsx';
import { ReplaceCode } from './replace-code.tsx';
import type { RequestDeed } from './request-columns.tsx';

interface RequestProps {
  row: GiftCardRequest;
  onClose: () => void;
}

/** The dialog for an action on one sold card. */
export function RequestDialog({ deed, ...props }: RequestProps & { deed: RequestDeed }) {
  switch (deed) {
    case 'deliver':
      return props.row.hasCode ? <Mark {...props} isDelivered /> : <EnterCode {...props} />;
    case 'take-back':
      return <Mark {...props} isDelivered={false} />;
    case 'refund':
      return <Refund {...props} />;
    case 'replace':
      return (
        <ReplaceCode
          purchaseId={props.row._id}
          title={props.row.giftCard.title}
          buyer={props.row.user.name}
          onClose={props.onClose}
        />
      );
  }
}

/** Product specification, section 4.5. */
function getQuestion(isDelivered: boolean): string {
  return `Do you want to mark this gift card as ${isDelivered ? 'delivered' : 'not delivered'}?`;
}

function whose({ giftCard, user }: GiftCardRequest): string {
  return `${giftCard.title} of ${user.name || 'a deleted user'}`;
}

/** Marks the card as delivered and offers to undo that before the player gets anything. */
function deliverWithUndo(
  deliver: ReturnType<typeof useRequestChanges>['deliver'],
  row: GiftCardRequest,
  body: Parameters<typeof deliver>[1],
): Promise<void> {
  const { isDelivered } = body;
  return changeWithUndo(
    (options) =>
      options?.isUndo
        ? deliver(row._id, { isDelivered: !isDelivered, isUndo: true })
        : deliver(row._id, { ...body, mayUndo: true }),
    { key: row._id, done: 'Updated successfully', name: whose(row) },
  );
}

function Mark({ row, isDelivered, onClose }: RequestProps & { isDelivered: boolean }) {
  const { deliver } = useRequestChanges();
  return (
    <ConfirmDialog
      title={isDelivered ? 'Mark as delivered' : 'Mark as not delivered'}
      text={
        <>
          <span className="block font-medium text-text">{getQuestion(isDelivered)}</span>
          {isDelivered
            ? `${whose(row)}. Its earlier code counts as delivered again, and we notify the player.`
            : `${whose(row)}. It returns to Alerts. A code stays with the purchase, and no coins move.`}
        </>
      }
      confirmLabel={isDelivered ? 'Mark delivered' : 'Mark not delivered'}
      busyLabel="Saving..."
      isDanger={!isDelivered}
      onConfirm={async () => {
        await deliverWithUndo(deliver, row, { isDelivered });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const codeSchema = z.object({
  code: z.string().trim().max(400, 'A code has at most 400 characters'),
  pin: codePin,
});

/** Nothing proves that the card was sent, so the administrator must say so. */
const sentAnotherWay = {
  title: 'Deliver without a code?',
  text: 'The player gets no code here; we tell them it was sent another way. Confirm only if you sent it, for example by email. You can still add the code later, but not refund it.',
  confirmLabel: 'I sent it',
};

function EnterCode({ row, onClose }: RequestProps) {
  const { deliver } = useRequestChanges();
  return (
    <FormDialog
      title="Mark as delivered"
      description={
        <>
          <span className="block font-medium text-text">{getQuestion(true)}</span>
          {whose(row)}. The player gets this code and a notification.
        </>
      }
      schema={codeSchema}
      defaults={{ code: '', pin: '' }}
      submitLabel="Mark delivered"
      question={({ code, pin }) => (code || pin ? undefined : sentAnotherWay)}
      save={async ({ code, pin }) => {
        await deliverWithUndo(deliver, row, {
          isDelivered: true,
          ...(code && { code }),
          ...(pin && { pin }),
        });
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            label="Code"
            autoComplete="off"
            spellCheck={false}
            maxLength={400}
            hint="To change it later, use Replace code. Leave empty if you sent it another way."
            {...field(form, 'code')}
          />
          <PinField {...field(form, 'pin')} />
        </>
      )}
    </FormDialog>
  );
}

function Refund({ row, onClose }: RequestProps) {
  const { refund } = useRequestChanges();
  const getKey = useIdempotencyKey();
  return (
    <ConfirmDialog
      title="Refund this gift card?"
      text={`${row.user.name || 'The player'} gets ${formatAmount(row.giftCard.gcCoin)} GC back for ${row.giftCard.title}, which can then no longer be delivered. You can’t undo this.`}
      confirmLabel="Refund"
      busyLabel="Refunding..."
      reason={{ label: 'Reason', hint: 'For the audit log.' }}
      onConfirm={async (reason) => {
        const { refundedGc } = await refund(row._id, reason, getKey(reason));
        notify.done(`${formatAmount(refundedGc)} GC given back`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
