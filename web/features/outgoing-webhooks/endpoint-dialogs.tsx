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
        text="What waits for it is given up, and nothing more is sent. What happens meanwhile is kept for thirty days and can be sent again."
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
      text="Its secret and its log go with it. This cannot be undone."
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
      title="Make another signing secret?"
      text="For a day messages are signed by both secrets, so that your system can change over. After that the old one signs no more."
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
      description="Each goes under the id that it had: your system knows by it what it has already."
      schema={replayForm}
      defaults={{ since: endpoint.failingSince ?? '', which: 'failed' as const }}
      submitLabel="Send again"
      busyLabel="Setting going..."
      save={async (values, idempotencyKey) => {
        await replay(endpoint._id, values, idempotencyKey);
        notify.done('It is sent again');
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
                label="What happened since"
                hint="In your time; thirty days back at most."
                error={fieldState.error?.message}
                {...props}
              />
            )}
          />
          <SelectField label="Which" {...field(form, 'which')}>
            <option value="failed">What never got through</option>
            <option value="all">Everything</option>
          </SelectField>
        </>
      )}
    </FormDialog>
  );
}
