// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useState } from 'react';
import { isWaiting } from '../lib/api.ts';
import { useAction } from '../lib/use-action.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureText } from './failure-text.tsx';
import { TextArea } from './field.tsx';
import { Notice } from './panels.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What will happen, and whether it can be undone. */
  text: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  keepLabel?: string;
  /** Asks for a reason: the field's label, and whether it is optional. */
  reason?: { label: string; isOptional?: boolean; hint?: string; maxLength?: number };
  /** False if it can be undone. */
  isDanger?: boolean;
  /** False until the question's data has loaded, or while the action isn't possible. */
  isReady?: boolean;
  /** Runs the action. The dialog shows the error if it throws. */
  onConfirm: (reason: string) => unknown;
  /** Called on cancel. After success, `onConfirm` closes the dialog. */
  onClose: () => void;
  wide?: boolean;
  children?: ReactNode;
}

/** Asks before something that is hard to undo. Open while mounted. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  busyLabel = 'One moment...',
  keepLabel = 'Cancel',
  reason,
  isDanger = true,
  isReady = true,
  onConfirm,
  onClose,
  wide = false,
  children,
}: ConfirmDialogProps) {
  const {
    run,
    isPending: isBusy,
    error,
  } = useAction(async (why: string) => {
    try {
      return await onConfirm(why);
    } catch (failure) {
      if (!isWaiting(failure)) throw failure;
      return onClose();
    }
  });
  const [why, setWhy] = useState('');
  const [isMissing, setMissing] = useState(false);

  function confirm(): void {
    const given = why.trim();
    const lacksReason = Boolean(reason && !reason.isOptional && !given);
    setMissing(lacksReason);
    if (!lacksReason) void run(given);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      wide={wide}
      mayClose={!isBusy}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {keepLabel}
          </Button>
          <Button
            kind={isDanger ? 'danger' : 'main'}
            busy={isBusy && busyLabel}
            disabled={!isReady}
            onClick={confirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {(children || reason || error) && (
        <div className="grid gap-4">
          {children}
          {reason && (
            <TextArea
              label={reason.label}
              hint={reason.hint}
              error={isMissing ? 'Enter a short reason' : undefined}
              maxLength={reason.maxLength ?? 500}
              value={why}
              onChange={({ target }) => setWhy(target.value)}
            />
          )}
          {error && (
            <Notice>
              <FailureText error={error} />
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  );
}
