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

/** Creates a named passkey. Open while mounted. */
export function AddPasskey({
  onCodes,
  onClose,
}: {
  /** The first second factor comes with recovery codes. */
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const { addPasskey } = useFactorChanges();
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser asks where to save it: this device, a phone, a password manager or a security key."
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
        <NameField form={form} hint="A name you’ll recognise, such as “Phone” or “Blue security key”." />
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
  /** True if no other factor remains. */
  isLast: boolean;
  isDemanded: boolean;
  onClose: () => void;
}) {
  const { removePasskey } = useFactorChanges();
  const last = isDemanded
    ? 'This is your last second factor. Removing it deletes your recovery codes and closes the dashboard until you set up another.'
    : 'This is your last second factor. Removing it deletes your recovery codes.';
  return (
    <ConfirmDialog
      title={`Remove the passkey ${passkey.name}?`}
      text={
        isLast ? last : 'It no longer works here. Your device may still list it until you delete it there.'
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
