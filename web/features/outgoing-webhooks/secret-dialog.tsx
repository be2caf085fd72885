// SPDX-License-Identifier: Apache-2.0

import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { Notice } from '../../ui/panels.tsx';

/** Shows the signing secret, once. */
export function SecretDialog({
  secret,
  isRotated = false,
  onClose,
}: {
  secret: string | null;
  isRotated?: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={secret === null}
      title="Signing secret"
      footer={
        <Button kind="main" onClick={onClose}>
          {secret === null ? 'Close' : 'I’ve saved it'}
        </Button>
      }
    >
      {secret === null ? (
        <Notice title="We can’t show it again">
          The answer with the secret was lost. Rotate the secret to get a new one.
        </Notice>
      ) : (
        <div className="grid gap-5">
          <Notice tone="gold" title="Save it now">
            We show it only now. Your system uses it to verify our messages (Standard Webhooks).
            {isRotated && ' For a day we also sign with the old one.'}
          </Notice>
          <p className="wrap-anywhere border border-line bg-ink px-4 py-3 font-mono text-sm">{secret}</p>
          <Button
            className="justify-self-start"
            icon={<Copy size={18} aria-hidden="true" />}
            onClick={() => void copyText(secret, 'Secret copied!', 'Failed to copy the secret')}
          >
            Copy
          </Button>
        </div>
      )}
    </Dialog>
  );
}
