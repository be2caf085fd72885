// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminDispute } from '../../../../contract/disputes-admin.ts';
import { getMessage } from '../../../lib/api.ts';
import { formatAmount, formatDateTime } from '../../../lib/format.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorPanel } from '../../../ui/panels.tsx';
import { notify } from '../../../ui/toast.tsx';
import { receiptQuery } from '../api.ts';
import { challengeName, displayType } from '../challenge-type.ts';
import { ReceiptSkeleton } from '../receipt-skeleton.tsx';
import { ReceiptView } from '../receipt-view.tsx';
import { getName } from './dispute-columns.tsx';
import { useDisputeChanges } from './disputes-api.ts';

type Outcome = 'upheld' | 'won';

/** The player's words beside the readings, and the decision. Open while it is mounted. */
export function DecideDispute({
  dispute,
  mayDecide,
  onClose,
}: {
  dispute: AdminDispute;
  mayDecide: boolean;
  onClose: () => void;
}) {
  const { attempt } = dispute;
  const { data, error, refetch } = useQuery(receiptQuery(attempt._id));
  const [asked, ask] = useState<Outcome>();
  const isOpen = mayDecide && !dispute.ruling;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Dispute of ${getName(dispute)}`}
      description={`${challengeName(attempt.challenge)} · ${displayType(attempt.challengeType)} · ${attempt.epicId}`}
      wide
      footer={
        isOpen ? (
          <>
            <Button onClick={() => ask('upheld')}>Keep the result</Button>
            <Button kind="main" onClick={() => ask('won')}>
              Decide as won
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <div className="grid gap-6">
        <Said dispute={dispute} />
        {data ? (
          <ReceiptView receipt={data} />
        ) : error ? (
          <ErrorPanel
            error={error}
            message={`Error loading the receipt: ${getMessage(error)}`}
            onRetry={() => void refetch()}
          />
        ) : (
          <ReceiptSkeleton />
        )}
      </div>
      {asked && (
        <Question dispute={dispute} outcome={asked} onDone={onClose} onClose={() => ask(undefined)} />
      )}
    </Dialog>
  );
}

function Said({ dispute: { words, link, openedAt } }: { dispute: AdminDispute }) {
  return (
    <section aria-label="What the player says" className="grid gap-2 border-storm border-l-2 pl-4">
      <p className="text-muted text-sm">On {formatDateTime(openedAt)} the player said:</p>
      <p className="wrap-anywhere whitespace-pre-line">{words || 'Deleted with the account.'}</p>
      {link && (
        <p className="text-sm">
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="wrap-anywhere text-storm-soft underline underline-offset-4"
          >
            {link}
          </a>{' '}
          <span className="text-muted">(from the player, not checked)</span>
        </p>
      )}
    </section>
  );
}

function Question({
  dispute,
  outcome,
  onDone,
  onClose,
}: {
  dispute: AdminDispute;
  outcome: Outcome;
  onDone: () => void;
  onClose: () => void;
}) {
  const changes = useDisputeChanges();
  const getKey = useIdempotencyKey();
  async function decide(answer: string): Promise<void> {
    if (answer.length < 3) throw new Error('Enter a short reason');
    const body = { outcome, answer };
    await changes.decide(dispute._id, body, getKey(body));
    notify.done('Decided. We’ve told the player.');
    onDone();
  }
  const name = getName(dispute);
  return (
    <ConfirmDialog
      title={outcome === 'won' ? 'Decide this as won?' : 'Keep this result?'}
      text={
        outcome === 'won'
          ? `${name} gets ${formatAmount(dispute.winsGC)} GC, XP, and everything else a win gives: boards, streak, events, achievements, referral. The receipt shows the result and your decision. To undo it, you have to void the attempt.`
          : `No coins move. ${name} reads your answer and can’t dispute it again.`
      }
      confirmLabel={outcome === 'won' ? 'Decide as won' : 'Keep the result'}
      busyLabel="Deciding..."
      isDanger={false}
      reason={{ label: 'Answer', hint: 'The player reads it. It’s also in the audit log.' }}
      onConfirm={decide}
      onClose={onClose}
    />
  );
}
