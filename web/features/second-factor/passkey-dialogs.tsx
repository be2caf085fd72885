// SPDX-License-Identifier: Apache-2.0

import { type Passkey, passkeyLimits, passkeyNameInput } from '../../../contract/passkeys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, type FormOf, field } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useFactorChanges } from './api.ts';

function NameField({ form, hint }: { form: FormOf<{ name: string }>; hint?: string }) {
  return (
    <TextField
      label="Name"
      hint={hint}
      maxLength={passkeyLimits.name}
      autoComplete="off"
      {...field(form, 'name')}
    />
  );
}

/** Lets the browser create a named passkey. Open while it is mounted. */
export function AddPasskey({
  onCodes,
  onClose,
}: {
  /** The first factor comes with recovery codes. */
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const { addPasskey } = useFactorChanges();
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser asks where to keep it: on this device, on a phone, in a password manager or on a security key."
      schema={passkeyNameInput}
      defaults={{ name: '' }}
      submitLabel="Add"
      busyLabel="Waiting for your device..."
      save={async ({ name }) => {
        const { recoveryCodes } = await addPasskey(name);
        notify.done('Passkey added');
        if (recoveryCodes.length > 0) onCodes(recoveryCodes);
      }}
      onClose={onClose}
    >
      {(form) => (
        <NameField form={form} hint="By which you will know it, such as “Phone” or “Blue security key”." />
      )}
    </FormDialog>
  );
}

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { renamePasskey } = useFactorChanges();
  return (
    <FormDialog
      title="Rename the passkey"
      schema={passkeyNameInput}
      defaults={{ name: passkey.name }}
      submitLabel="Save"
      save={({ name }) => renamePasskey(passkey._id, name)}
      onClose={onClose}
    >
      {(form) => <NameField form={form} />}
    </FormDialog>
  );
}

export function RemovePasskey({
  passkey,
  isLast,
  isDemanded,
  onClose,
}: {
  passkey: Passkey;
  /** No other factor is left after it. */
  isLast: boolean;
  isDemanded: boolean;
  onClose: () => void;
}) {
  const { removePasskey } = useFactorChanges();
  const last = isDemanded
    ? 'It is your last second factor: your recovery codes go with it, and the dashboard stays closed until you set another one up.'
    : 'It is your last second factor: your recovery codes go with it.';
  return (
    <ConfirmDialog
      title={`Remove the passkey ${passkey.name}?`}
      text={
        isLast
          ? last
          : 'It is not taken here any more. Your device may go on listing it until you delete it there.'
      }
      confirmLabel="Remove"
      busyLabel="Removing..."
      onConfirm={async () => {
        await removePasskey(passkey._id);
        notify.done('Passkey removed');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
