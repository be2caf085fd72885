// SPDX-License-Identifier: Apache-2.0

import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Copy } from '../../../ui/icons/copy.ts';
import { Notice } from '../../../ui/panels.tsx';
import { toCopiedCode } from '../card-words.ts';
import { revealCode } from './cards-api.ts';

/** Shows a gift card's newest code. Closing the dialog forgets it. */
export function CodeReveal({
  card: { title, hashCode, newestCodeId },
  onClose,
}: {
  card: AdminGiftCard;
  onClose: () => void;
}) {
  const { run: reveal, data: code, isPending, error } = useAction(revealCode);

  return (
    <Dialog
      open
      onClose={onClose}
      title={code ? `Newest code of ${title}` : 'Reveal this code?'}
      description={
        code
          ? 'We show it only now. The audit log records it.'
          : `The newest code of ${title}, ${hashCode}. The audit log records your name and address.`
      }
      footer={
        <>
          <Button onClick={onClose}>{code ? 'Close' : 'Cancel'}</Button>
          {!code && (
            <Button
              kind="main"
              busy={isPending && 'One moment...'}
              onClick={() => newestCodeId && void reveal(newestCodeId)}
            >
              Reveal
            </Button>
          )}
        </>
      }
    >
      {code ? (
        <div className="grid gap-4">
          <TextField
            label="Code"
            readOnly
            value={code.hashCode}
            className="num"
            trailing={
              <Button
                icon={<Copy size={18} aria-hidden="true" />}
                onClick={() => void copyText(toCopiedCode(code), 'Code copied!', 'Failed to copy code')}
              >
                Copy
              </Button>
            }
          />
          {code.pin && <TextField label="PIN" readOnly value={code.pin} className="num" />}
        </div>
      ) : (
        error && (
          <Notice>
            <FailureText error={error} />
          </Notice>
        )
      )}
    </Dialog>
  );
}
