// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { PauseLength } from '../../../contract/responsible-play.ts';
import { Choices } from '../../ui/choices.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { usePlayChanges } from './api.ts';

const lengths: { value: PauseLength; label: string }[] = [
  { value: '1-day', label: 'A day' },
  { value: '7-days', label: '7 days' },
  { value: '30-days', label: '30 days' },
  { value: '6-months', label: '6 months' },
  { value: '1-year', label: 'A year' },
  { value: '5-years', label: '5 years' },
  { value: 'for-good', label: 'For good' },
];

/** Blocks challenges and card payments for a time that the player chooses. */
export function PauseDialog({ onClose }: { onClose: () => void }) {
  const { pause } = usePlayChanges();
  const [lasts, setLasts] = useState<PauseLength>('7-days');
  return (
    <ConfirmDialog
      title="Pause playing?"
      text="Nobody can end it early, not even us. It also applies to a new account with the same sign-in."
      confirmLabel="Pause"
      busyLabel="Pausing..."
      keepLabel="Not now"
      onConfirm={async () => {
        await pause({ lasts });
        notify.done('You paused playing');
        onClose();
      }}
      onClose={onClose}
    >
      <Choices label="How long" choices={lengths} selected={lasts} onSelect={setLasts} />
      <p className="text-muted text-sm">A running challenge still finishes. Unpaid orders are cancelled.</p>
    </ConfirmDialog>
  );
}
