// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FailedWork as Failed } from '../../../contract/overview-admin.ts';
import { formatAmount, formatDateTime, plural } from '../../lib/format.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RotateCw } from '../../ui/icons/rotate-cw.ts';
import { Badge } from '../../ui/status.tsx';
import { notify } from '../../ui/toast.tsx';
import { failedWorkQuery, useFailedWorkChanges } from './api.ts';
import { failedWorkLabel, reasonWords } from './words.ts';

/** Jobs whose last try failed, with a button to run them again once the cause is fixed; nothing if there are none. */
export function FailedWork() {
  const { data } = useQuery(failedWorkQuery);
  const [asked, ask] = useState<Failed>();
  if (!data?.length) return null;
  return (
    <section aria-labelledby="failed-work" className="grid gap-3">
      <h2 id="failed-work" className="text-xl">
        Failed work
      </h2>
      <p className="text-muted text-sm">
        Gave up after the last retry. It stays here until you run it again.
      </p>
      <ul className="grid gap-3">
        {data.map((failed) => (
          <FailedCard key={failed.task} failed={failed} onAsk={() => ask(failed)} />
        ))}
      </ul>
      {asked && <RunAgain failed={asked} onClose={() => ask(undefined)} />}
    </section>
  );
}

function FailedCard({ failed, onAsk }: { failed: Failed; onAsk: () => void }) {
  const may = usePermissions();
  const { task, isFact, count, newest } = failed;
  const label = failedWorkLabel(failed);
  return (
    <li>
      <Card inside="flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:p-5">
        <div className="grid min-w-0 grow basis-80 gap-1.5">
          <p className="flex flex-wrap items-center gap-2.5">
            <span className="wrap-anywhere font-semibold">{label}</span>
            <Badge tone="loss">{formatAmount(count)} failed</Badge>
          </p>
          <p className="text-sm text-soft">
            {isFact && 'Some of its effects are missing. '}
            {reasonWords[newest.reason]}
          </p>
          <p className="num text-muted text-sm">
            Newest {formatDateTime(newest.failedAt)}, job {newest.jobId}
            {label !== task && <span className="wrap-anywhere"> of {task}</span>}
          </p>
        </div>
        {may('events:send') && (
          <Button
            icon={<RotateCw size={18} aria-hidden="true" />}
            aria-label={`Run again: ${label}`}
            onClick={onAsk}
          >
            Run again
          </Button>
        )}
      </Card>
    </li>
  );
}

/** Asks before the jobs of a task run again. */
export function RunAgain({ failed, onClose }: { failed: Failed; onClose: () => void }) {
  const changes = useFailedWorkChanges();
  const getKey = useIdempotencyKey();
  return (
    <ConfirmDialog
      title={`Run again: ${failedWorkLabel(failed)}`}
      text={`${plural(failed.count, 'job')} will run again. Finished steps don’t repeat.`}
      confirmLabel="Run again"
      isDanger={false}
      onConfirm={async () => {
        const { jobs } = await changes.runAgain(failed.task, getKey(failed.task));
        notify.done(jobs > 0 ? `${plural(jobs, 'job')} running again` : 'No failed jobs are left');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
