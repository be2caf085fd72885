// SPDX-License-Identifier: Apache-2.0

import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { Notice } from '../../ui/panels.tsx';

/** The signing secret, the only time that it is shown. */
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
          {secret === null ? 'Close' : 'I have kept it'}
        </Button>
      }
    >
      {secret === null ? (
        <Notice title="It cannot be shown any more">
          The answer that held it was lost. Rotate the secret to get another one.
        </Notice>
      ) : (
        <div className="grid gap-5">
          <Notice tone="gold" title="Keep it now">
            It is shown this once. Your system checks by it that a message is ours (Standard Webhooks).
            {isRotated && ' For a day messages are signed by the one before as well.'}
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
