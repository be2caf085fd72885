import { useQuery } from '@tanstack/react-query';
import { waitingRequestsQuery } from '../../features/shop/admin/api.ts';
import { formatAmount } from '../../lib/format.ts';
import { Badge } from '../../ui/status.tsx';

/** How many sold cards wait for their code; red when one waits longer than was promised. */
export function WaitingAlerts() {
  const { data } = useQuery(waitingRequestsQuery);
  if (!data?.waiting) return null;
  return (
    <Badge tone={data.overdue > 0 ? 'loss' : 'storm'}>
      {formatAmount(data.waiting)}
      <span className="sr-only">
        {' '}
        waiting{data.overdue > 0 && `, ${formatAmount(data.overdue)} of them overdue`}
      </span>
    </Badge>
  );
}
