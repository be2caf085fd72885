import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/panels.tsx';
import { revealCode } from './cards-api.ts';

/** Shows the newest code of a gift card, once: it is gone with the dialog. */
export function CodeReveal({
  card: { title, hashCode, newestCodeId },
  onClose,
}: {
  card: AdminGiftCard;
  onClose: () => void;
}) {
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function reveal(): Promise<void> {
    if (!newestCodeId || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      setCode(await revealCode(newestCodeId));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={code ? `Newest code of ${title}` : 'Reveal this code?'}
      description={
        code
          ? 'It is shown this once. This look is in the audit log.'
          : `The newest code of ${title}, ${hashCode}. Every look is recorded with your name and address.`
      }
      footer={
        <>
          <Button onClick={onClose}>{code ? 'Close' : 'Cancel'}</Button>
          {!code && (
            <Button kind="main" busy={isBusy && 'One moment...'} onClick={() => void reveal()}>
              Reveal
            </Button>
          )}
        </>
      }
    >
      {code ? (
        <TextField
          label="Code"
          readOnly
          value={code}
          className="num"
          trailing={
            <Button
              icon={<Copy size={18} aria-hidden="true" />}
              onClick={() => void copyText(code, 'Code copied!', 'Failed to copy code')}
            >
              Copy
            </Button>
          }
        />
      ) : (
        failure !== undefined && (
          <Notice>
            <FailureText error={failure} />
          </Notice>
        )
      )}
    </Dialog>
  );
}
