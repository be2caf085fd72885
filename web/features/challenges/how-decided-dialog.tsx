// SPDX-License-Identifier: Apache-2.0

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const steps = [
  [
    'Before entry',
    'Your public stats are read first. If they cannot be read, you do not enter and pay nothing.',
  ],
  ['One match', 'The first Solo match that is reported after entry counts, and none that follows it.'],
  ['From stats alone', 'Matches, placement and kills before and after are compared. Nobody judges by hand.'],
  ['With a receipt', 'Every result keeps its readings. "Why?" decides again from them, in your own browser.'],
] as const;

export function HowDecidedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="How results are decided"
      footer={
        <Button kind="main" onClick={onClose}>
          Got it
        </Button>
      }
    >
      <ol className="grid gap-5">
        {steps.map(([title, text], place) => (
          <li key={title} className="flex gap-4">
            <span className="num text-2xl text-storm-soft leading-6" aria-hidden="true">
              {place + 1}
            </span>
            <div>
              <h3 className="text-base">{title}</h3>
              <p className="mt-1 text-muted text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
