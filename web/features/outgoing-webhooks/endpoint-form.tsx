// SPDX-License-Identifier: Apache-2.0

import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { type WebhookEndpoint, webhookInput } from '../../../contract/outgoing-webhooks-admin.ts';
import { type ChosenEventType, chosenEventTypes } from '../../../contract/webhook-events.ts';
import { loadedFields } from '../../lib/loaded-fields.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { FormDialog, field } from '../../ui/form-dialog.tsx';
import { useNewerBase } from '../../ui/newer-base.ts';
import { notify } from '../../ui/toast.tsx';
import { useWebhookChanges } from './api.ts';
import { eventWords } from './webhook-words.tsx';

/** The signing secret; null if the answer that contained it was lost. */
export interface MadeSecret {
  secret: string | null;
}

const form = z.object({
  address: webhookInput.shape.address,
  description: z.string().trim().max(200),
  events: webhookInput.shape.events,
});

/** Creates an endpoint and shows its secret, which is shown only then; or edits one. */
export function EndpointForm({
  endpoint,
  onMade,
  onClose,
}: {
  endpoint?: WebhookEndpoint;
  onMade?: (made: MadeSecret) => void;
  onClose: () => void;
}) {
  const { create, update } = useWebhookChanges();
  const base = useNewerBase<Partial<WebhookEndpoint>>(endpoint ?? {});
  const defaults = {
    address: endpoint?.address ?? '',
    description: endpoint?.description ?? '',
    events: (endpoint?.events ?? []) as ChosenEventType[],
  };
  return (
    <FormDialog
      title={endpoint ? 'Edit webhook' : 'New webhook'}
      description="We send your system a signed POST when something happens."
      schema={form}
      defaults={defaults}
      submitLabel={endpoint ? 'Save' : 'Create'}
      busyLabel="Saving..."
      save={async (values, idempotencyKey) => {
        if (endpoint) {
          const loaded = loadedFields(base.read(), values);
          await update(endpoint._id, { ...values, loaded }).catch(base.learn);
          notify.done('Webhook saved');
        } else onMade?.(await create(values, idempotencyKey));
      }}
      onClose={onClose}
    >
      {(opened) => (
        <>
          <TextField
            label="Address"
            type="url"
            hint="A public https address without a port. The path may contain a token."
            placeholder="https://example.com/webhooks/finalring"
            autoComplete="off"
            spellCheck={false}
            maxLength={1000}
            {...field(opened, 'address')}
          />
          <TextField
            label="Description"
            hint="Optional: what it’s for."
            maxLength={200}
            autoComplete="off"
            {...field(opened, 'description')}
          />
          <Controller
            control={opened.control}
            name="events"
            render={({ field: { value, onChange }, fieldState: { error } }) => (
              <fieldset aria-invalid={error ? true : undefined} tabIndex={-1} className="grid gap-1">
                <legend className="mb-1 font-medium">Events</legend>
                {chosenEventTypes.map((type) => (
                  <Checkbox
                    key={type}
                    checked={value.includes(type)}
                    onChange={(isChosen) =>
                      onChange(isChosen ? [...value, type] : value.filter((each) => each !== type))
                    }
                  >
                    {eventWords[type]} <code className="text-muted text-xs">{type}</code>
                  </Checkbox>
                ))}
                {error && <FieldError>{error.message}</FieldError>}
              </fieldset>
            )}
          />
        </>
      )}
    </FormDialog>
  );
}
