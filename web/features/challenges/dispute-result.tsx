// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import type { Dispute } from '../../../contract/disputes.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Scale } from '../../ui/icons/scale.ts';
import { Notice } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { disputeQuery } from './dispute-api.ts';
import { DisputeDialog } from './dispute-dialog.tsx';

/** Whether a result may be, or has been, disputed: nobody disputes a win, or a result that does not count. */
export function mayBeDisputed({ completedAt, isPractice, status, reason }: Attempt): boolean {
  return completedAt !== null && !isPractice && (status !== 'SUCCESS' || reason === 'overturned');
}

/** Lets a player dispute a result while there is time, and shows the outcome. */
export function DisputeResult({ attempt }: { attempt: Attempt }) {
  const { data, error, refetch } = useQuery(disputeQuery(attempt._id));
  const [isAsking, setAsking] = useState(false);
  if (data && !data.dispute && !data.openUntil) return null;
  return (
    <section
      aria-label="Dispute of this result"
      className="grid gap-3 border-line border-t pt-5 text-left print:hidden"
    >
      <h3 className="text-lg">{data?.dispute ? 'Your dispute' : 'Is this result wrong?'}</h3>
      {data?.dispute && <Disputed dispute={data.dispute} />}
      {data?.openUntil && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="max-w-[52ch] text-muted text-sm">
            Tell us what the stats missed; a clip helps. A person reviews it, and the decision is final. You
            can dispute this until {formatDateTime(data.openUntil)}.
          </p>
          <Button onClick={() => setAsking(true)} icon={<Scale size={18} aria-hidden="true" />}>
            Dispute result
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton className="h-12" />}
      {!data && error && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-sm">We couldn’t check whether you can dispute this result.</p>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {isAsking && <DisputeDialog attempt={attempt} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Disputed({ dispute: { words, link, openedAt, promisedBy, ruling } }: { dispute: Dispute }) {
  return (
    <div className="grid gap-3">
      {!ruling && (
        <Notice tone="storm" title="In review">
          We’ll decide by {formatDateTime(promisedBy)} and tell you.
        </Notice>
      )}
      <div className="grid gap-1 text-sm">
        <p className="text-muted">You wrote on {formatDateTime(openedAt)}:</p>
        <p className="wrap-anywhere whitespace-pre-line text-soft">{words}</p>
        {link && <p className="wrap-anywhere text-muted">{link}</p>}
      </div>
    </div>
  );
}
