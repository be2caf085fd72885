// SPDX-License-Identifier: Apache-2.0

import { useRef, useState } from 'react';
import { z } from 'zod';
import { reason } from '../../../../contract/shop-admin.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { FormDialog, field } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useRequestChanges } from './api.ts';
import { codePin, PinField } from './pin-field.tsx';

const schema = z.object({
  code: z.string().trim().max(400, 'A code has at most 400 characters'),
  pin: codePin,
  reason,
});

/** Replaces the bad code of a delivered purchase, and shows the new one masked. */
export function ReplaceCode({
  purchaseId,
  title,
  buyer,
  onClose,
}: {
  purchaseId: string;
  /** Title of the gift card. */
  title: string;
  /** Empty if the account is gone. */
  buyer: string;
  onClose: () => void;
}) {
  const { replaceCode } = useRequestChanges();
  const given = useRef('');
  const [newCode, setNewCode] = useState('');
  const who = buyer || 'The player';
  if (newCode) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Code replaced"
        description={`${who} can see the new code of ${title} on their profile. We’ve notified them.`}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <TextField label="New code" readOnly value={newCode} className="num" />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Replace this code?"
      description={`${who} gets another code for ${title}. The bad code stays with the purchase, marked, and is never sold again.`}
      schema={schema}
      defaults={{ code: '', pin: '', reason: '' }}
      submitLabel="Replace code"
      busyLabel="Replacing..."
      save={async ({ code, pin, reason }, key) => {
        const typed = { ...(code && { code }), ...(pin && { pin }) };
        const { hashCode } = await replaceCode(purchaseId, { reason, ...typed }, key);
        given.current = hashCode;
        notify.done('Updated successfully');
      }}
      onClose={() => (given.current ? setNewCode(given.current) : onClose())}
    >
      {(form) => (
        <>
          <TextField
            label="New code (optional)"
            autoComplete="off"
            spellCheck={false}
            maxLength={400}
            hint="Leave empty to take one from stock."
            {...field(form, 'code')}
          />
          <PinField {...field(form, 'pin')} />
          <TextArea
            label="Reason"
            maxLength={500}
            hint="For the audit log. Players never see it."
            {...field(form, 'reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
