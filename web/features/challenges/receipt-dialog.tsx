// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getMessage } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { receiptQuery } from './api.ts';
import { challengeName, displayType } from './challenge-type.ts';
import { DisputeResult, mayBeDisputed } from './dispute-result.tsx';
import { ReceiptSkeleton } from './receipt-skeleton.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { ShareReceipt } from './share-receipt.tsx';

/** The receipt of one attempt; open while `id` names one. Its player can share it once it is decided. */
export function ReceiptDialog({
  id,
  isOwn = false,
  action,
  onClose,
}: {
  id: string | null;
  isOwn?: boolean;
  /** What an administrator may do with the attempt. */
  action?: ReactNode;
  onClose: () => void;
}) {
  // Keeps its content while it fades out.
  const [shownId, setShownId] = useState(id);
  if (id !== null && id !== shownId) setShownId(id);
  const { data, error, refetch } = useQuery({
    ...receiptQuery(shownId ?? ''),
    enabled: id !== null,
  });
  const attempt = data?.attempt;
  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      title="Receipt"
      description={
        attempt
          ? `${challengeName(attempt.challenge)} · ${displayType(attempt.challengeType)} · ${attempt.epicId}`
          : ' '
      }
      wide
      footer={action}
    >
      {data ? (
        <div className="grid gap-6">
          <ReceiptView receipt={data} isOwn={isOwn} />
          {isOwn && mayBeDisputed(data.attempt) && <DisputeResult attempt={data.attempt} />}
          {isOwn && data.attempt.completedAt && !data.attempt.isPractice && (
            <ShareReceipt attempt={data.attempt} />
          )}
        </div>
      ) : error ? (
        <ErrorPanel
          error={error}
          message={`Error loading the receipt: ${getMessage(error)}`}
          onRetry={() => void refetch()}
        />
      ) : (
        <ReceiptSkeleton />
      )}
    </Dialog>
  );
}
