// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { waitingDisputesQuery } from '../../features/challenges/admin/disputes-api.ts';
import { waitingRequestsQuery } from '../../features/shop/admin/api.ts';
import { formatAmount } from '../../lib/format.ts';
import { Badge } from '../../ui/status.tsx';

/** How many sold cards wait for their code; red when one has waited longer than promised. */
export function WaitingAlerts() {
  return <Waiting {...useQuery(waitingRequestsQuery).data} />;
}

/** The same for disputed results that wait for a decision. */
export function WaitingDisputes() {
  return <Waiting {...useQuery(waitingDisputesQuery).data} />;
}

function Waiting({ waiting = 0, overdue = 0 }: { waiting?: number; overdue?: number }) {
  if (!waiting) return null;
  return (
    <Badge tone={overdue > 0 ? 'loss' : 'storm'}>
      {formatAmount(waiting)}
      <span className="sr-only"> waiting{overdue > 0 && `, ${formatAmount(overdue)} of them overdue`}</span>
    </Badge>
  );
}
