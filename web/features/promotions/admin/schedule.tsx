// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ScheduledRun } from '../../../../contract/promotions-admin.ts';
import { getMessage } from '../../../lib/api.ts';
import { formatRelative, plural } from '../../../lib/format.ts';
import { dataColumns } from '../../../ui/data-columns.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { When } from '../../../ui/narrow-time.tsx';
import { EmptyPanel, ErrorPanel } from '../../../ui/panels.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Badge } from '../../../ui/status.tsx';
import { scheduleQuery } from './api.ts';

const taskWords: Record<string, string> = {
  'event.start': 'Event starts',
  'event.end': 'Event is completed',
  'giveaway.draw': 'Giveaway is drawn',
};

/** The scheduler's next runs, soonest first. Overdue and failed runs are highlighted. */
export function Schedule({ search }: { search: string }) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(scheduleQuery);
  const failure = error && !data ? error : null;
  useFailureToast(failure, getMessage(failure));
  if (failure) {
    return <ErrorPanel error={error} message={getMessage(failure)} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <Loading label="Loading the schedule..." className="grid gap-2">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </Loading>
    );
  }
  const wanted = search.toLowerCase();
  const found = data
    .filter((run) =>
      [describeTask(run), run.task, run.subject.title].some((text) => text.toLowerCase().includes(wanted)),
    )
    .map((run) => ({ ...run, readAt: dataUpdatedAt }));
  if (found.length === 0) {
    return <EmptyPanel title="Nothing is scheduled" text={search && 'Nothing matches your search.'} />;
  }
  return (
    <DataTable
      caption="Scheduled runs"
      columns={columns}
      rows={found}
      rowKey={({ task, subject, runAt }) => `${task} ${subject._id} ${runAt}`}
    />
  );
}

function describeTask({ task }: ScheduledRun): string {
  return taskWords[task] ?? 'Repeated task';
}

interface Run extends ScheduledRun {
  /** When it was fetched. */
  readAt: number;
}

const { column } = dataColumns<Run>();
const columns = [
  column('subject', 'Subject', ({ subject, task }) => subject.title || task, undefined, { isTitle: true }),
  column('what', 'What happens', describeTask, undefined, { narrow: 'figure' }),
  column(
    'runAt',
    'Next Run',
    ({ runAt }) => runAt,
    (run) => <NextRun {...run} />,
    { narrow: 'note' },
  ),
  column(
    'failures',
    'Failures',
    ({ attempts }) => attempts,
    ({ attempts, lastError }) =>
      attempts === 0 ? (
        <span className="text-muted max-sm:shut:hidden">None</span>
      ) : (
        <span className="wrap-anywhere text-loss">
          <span className="font-semibold">{plural(attempts, 'time')}</span>
          {lastError && <span className="max-xl:shut:hidden">{`: ${lastError}`}</span>}
        </span>
      ),
    { narrow: 'state' },
  ),
];

/** The scheduler runs every minute, so a slightly late run isn't overdue. */
const lateMs = 90_000;
const nowMs = 30_000;

function NextRun({ runAt, readAt }: Run) {
  const lateBy = readAt - Date.parse(runAt);
  return (
    <span className="num inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <When time={runAt} />
      {lateBy > lateMs ? (
        <Badge tone="loss">Overdue</Badge>
      ) : (
        <span className="text-muted">{lateBy > -nowMs ? 'now' : formatRelative(runAt, readAt)}</span>
      )}
    </span>
  );
}
