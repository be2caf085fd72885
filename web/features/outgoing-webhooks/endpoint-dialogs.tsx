// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import type { WebhookEndpoint } from '../../../contract/outgoing-webhooks-admin.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { FormDialog, field } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { useWebhookChanges, useWebhookRemoval } from './api.ts';
import { EndpointForm, type MadeSecret } from './endpoint-form.tsx';
import { SecretDialog } from './secret-dialog.tsx';

export type Deed = 'edit' | 'turn-off' | 'rotate' | 'replay' | 'delete';

interface DeedProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

/** The question before an action on an endpoint. */
export function EndpointDialog({
  deed,
  endpoint,
  onClose,
  onDeleted,
}: DeedProps & { deed: Deed; onDeleted: () => void }) {
  const { turn } = useWebhookChanges();
  const { remove } = useWebhookRemoval();
  const getKey = useIdempotencyKey();
  if (deed === 'edit') return <EndpointForm endpoint={endpoint} onClose={onClose} />;
  if (deed === 'rotate') return <Rotate endpoint={endpoint} onClose={onClose} />;
  if (deed === 'replay') return <Replay endpoint={endpoint} onClose={onClose} />;
  if (deed === 'turn-off') {
    return (
      <ConfirmDialog
        title="Turn this webhook off?"
        text="We drop what’s waiting and send nothing more. We keep events for thirty days, so you can send them later."
        confirmLabel="Turn off"
        onConfirm={async () => {
          await turn(endpoint._id, false);
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      text="This also deletes its secret and its log. You can’t undo it."
      confirmLabel="Delete"
      onConfirm={async () => {
        await remove(endpoint._id, getKey({ remove: endpoint._id }));
        notify.done('Webhook deleted');
        onDeleted();
      }}
      onClose={onClose}
    />
  );
}

function Rotate({ endpoint, onClose }: DeedProps) {
  const { rotate } = useWebhookChanges();
  const getKey = useIdempotencyKey();
  const [made, setMade] = useState<MadeSecret>();
  if (made) return <SecretDialog secret={made.secret} isRotated onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Rotate the signing secret?"
      text="For a day we sign with both secrets, so you can switch. After that only the new one counts."
      confirmLabel="Rotate"
      isDanger={false}
      onConfirm={async () => setMade(await rotate(endpoint._id, getKey({ rotate: endpoint._id })))}
      onClose={onClose}
    />
  );
}

const replayForm = z.object({
  since: z.string().min(1, 'Since when?'),
  which: z.enum(['failed', 'all']),
});

function Replay({ endpoint, onClose }: DeedProps) {
  const { replay } = useWebhookChanges();
  return (
    <FormDialog
      title="Send again"
      description="Each event keeps its id, so your system can skip the ones it has."
      schema={replayForm}
      defaults={{ since: endpoint.failingSince ?? '', which: 'failed' as const }}
      submitLabel="Send again"
      busyLabel="Setting going..."
      save={async (values, idempotencyKey) => {
        await replay(endpoint._id, values, idempotencyKey);
        notify.done('Sending again');
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Controller
            control={form.control}
            name="since"
            render={({ field: { ref: _, ...props }, fieldState }) => (
              <DateTimeField
                label="Events since"
                hint="In your time, at most thirty days ago."
                error={fieldState.error?.message}
                {...props}
              />
            )}
          />
          <SelectField label="Which" {...field(form, 'which')}>
            <option value="failed">Events that never got through</option>
            <option value="all">Everything</option>
          </SelectField>
        </>
      )}
    </FormDialog>
  );
}
