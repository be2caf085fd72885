// SPDX-License-Identifier: Apache-2.0

import type { UseQueryResult } from '@tanstack/react-query';
import { cx } from '../../../lib/class-names.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { Clock3 } from '../../../ui/icons/clock-3.ts';
import { Download } from '../../../ui/icons/download.ts';
import { ShieldAlert } from '../../../ui/icons/shield-alert.ts';
import { ShieldCheck } from '../../../ui/icons/shield-check.ts';
import { Notice } from '../../../ui/panels.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { StatementCheck } from './check-statement.ts';
import { describeRestore, describeSeen, faultWords, needsEarlierVisit, sumUp } from './seal-words.ts';
import { forgetSeen, seenLog } from './seen-log.ts';

/** Whether the displayed entries are in the sealed ledger, as checked by this browser. */
export function SealPanel({ check }: { check: UseQueryResult<StatementCheck> }) {
  const { data, error, refetch } = check;
  if (data && data.faults.length > 0) return <Broken check={data} onChecked={() => void refetch()} />;
  if (data) return <Sound check={data} />;
  if (error) {
    return (
      <Notice tone="storm" title="Couldn’t check the sealed ledger">
        <p>
          <FailureText error={error} />
        </p>
        <Button size="sm" className="mt-3" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  return (
    <Loading label="Checking the sealed ledger...">
      <Skeleton className="h-36 sm:h-22" />
    </Loading>
  );
}

/** As tall as the placeholder during the check. */
function Sound({ check }: { check: StatementCheck }) {
  const isProven = [...check.lines.values()].some((line) => line !== null);
  const Icon = isProven ? ShieldCheck : Clock3;
  return (
    <div
      className={cx(
        'flex min-h-36 gap-3 border-l-2 bg-ink-2 px-4 py-3 text-sm sm:min-h-22',
        isProven ? 'border-win' : 'border-edge',
      )}
    >
      <Icon
        size={20}
        className={cx('mt-0.5 shrink-0', isProven ? 'text-win' : 'text-muted')}
        aria-hidden="true"
      />
      <div className="min-w-0" role="status">
        <p className="font-display font-semibold text-text">
          {isProven ? 'Sealed ledger, checked by this browser' : 'Sealed ledger'}
        </p>
        <p className="text-soft">{sumUp(check)}</p>
        <p className="text-muted">{describeSeen(check)}</p>
      </div>
    </div>
  );
}

function Broken({ check, onChecked }: { check: StatementCheck; onChecked: () => void }) {
  const { faults, restores } = check;
  return (
    <div className="grid gap-4 border-2 border-loss bg-loss-panel p-5" role="alert">
      <div className="flex items-start gap-3">
        <ShieldAlert size={28} className="shrink-0 text-loss" aria-hidden="true" />
        <div className="grid min-w-0 gap-1.5">
          <p className="font-display font-semibold text-lg text-text">The sealed ledger doesn’t verify</p>
          <ul className="grid gap-1 text-soft">
            {faults.map((fault) => (
              <li key={fault}>{faultWords[fault]}</li>
            ))}
          </ul>
          <p className="text-muted text-sm">
            Your balance hasn’t changed. Export the proofs and send them to support.
          </p>
        </div>
      </div>
      {restores.map((note) => (
        <figure key={note.signature} className="grid gap-1 border-edge border-l-2 bg-ink-2 px-4 py-3 text-sm">
          <blockquote className="break-words text-text">“{note.reason}”</blockquote>
          <figcaption className="text-muted">
            {describeRestore(note)} This isn’t a proof: compare it with what you saved.
          </figcaption>
        </figure>
      ))}
      {needsEarlierVisit(faults) && (
        <div className="flex flex-wrap gap-3">
          <Button
            size="sm"
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() =>
              saveAsFile(
                JSON.stringify(seenLog.read(), null, 2),
                'ledger-as-seen-before.json',
                'application/json',
              )
            }
          >
            Save the earlier state
          </Button>
          <Button
            size="sm"
            onClick={() => {
              forgetSeen();
              onChecked();
            }}
          >
            Forget it and trust this ledger
          </Button>
        </div>
      )}
    </div>
  );
}
