import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { receiptQuery } from './api.ts';
import { challengeName, displayType } from './challenge-type.ts';
import { ReceiptView } from './receipt-view.tsx';

/** The receipt of one attempt; open while `id` names one. */
export function ReceiptDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
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
    >
      {data ? (
        <ReceiptView receipt={data} />
      ) : error ? (
        <ErrorPanel
          error={error}
          message={`Error loading the receipt: ${messageOf(error) || 'Something went wrong'}`}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading the receipt..." className="grid gap-6 sm:grid-cols-[15rem_1fr]">
          <Skeleton className="h-64" />
          <div className="grid content-start gap-3">
            {[1, 2, 3, 4].map((place) => (
              <Skeleton key={place} className="h-10" />
            ))}
          </div>
        </Loading>
      )}
    </Dialog>
  );
}
