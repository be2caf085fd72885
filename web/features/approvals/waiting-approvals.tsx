// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '../../lib/format.ts';
import { Badge } from '../../ui/status.tsx';
import { waitingQuery } from './api.ts';

/** How many changes wait; highlighted if some of them wait for the reader. */
export function WaitingApprovals() {
  const { data } = useQuery(waitingQuery);
  if (!data?.waiting) return null;
  return (
    <Badge tone={data.mine > 0 ? 'storm' : 'muted'}>
      {formatAmount(data.waiting)}
      <span className="sr-only"> waiting{data.mine > 0 && `, ${formatAmount(data.mine)} for you`}</span>
    </Badge>
  );
}
