// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Approval, type ApprovalStatus, approvalObstacles } from '../../../contract/approvals-admin.ts';
import { differences } from '../../lib/differences.ts';
import { subjectWords } from '../../lib/field-words.ts';
import { formatAmount, formatDateTime, formatTimeLeft } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { userAddress } from '../../lib/user-address.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { Differences } from '../../ui/differences.tsx';
import { Badge } from '../../ui/status.tsx';
import type { Deciding } from './decide-dialog.tsx';

const outcomes: Record<ApprovalStatus, { label: string; tone: 'storm' | 'win' | 'loss' | 'muted' }> = {
  waiting: { label: 'Waiting', tone: 'storm' },
  carried_out: { label: 'Carried out', tone: 'win' },
  refused: { label: 'Refused', tone: 'loss' },
  withdrawn: { label: 'Withdrawn', tone: 'muted' },
  expired: { label: 'Expired', tone: 'muted' },
  unfit: { label: 'No longer fits', tone: 'loss' },
};

/** One change: its subject, who asked, its effect, and the decision. */
export function ApprovalCard({
  approval,
  onDecide,
}: {
  approval: Approval;
  onDecide: (deciding: Deciding) => void;
}) {
  const { kind, title, subject, limit, askedBy, askedAt, reason, status, obstacle } = approval;
  const isWaiting = status === 'waiting';
  const { label, tone } = outcomes[status];
  return (
    <Card edge={isWaiting && !obstacle ? 'live' : 'line'} inside="grid gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 className="wrap-anywhere min-w-0 text-lg">{title}</h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <dl className="grid gap-x-10 gap-y-2 text-sm lg:grid-cols-2">
        <Fact label="Amount">
          <span className="inline-flex flex-wrap items-center gap-x-3">
            <Measure approval={approval} />
            {kind !== 'ruling' && (
              <span className="text-muted">
                limit {formatAmount(limit)}
                {kind === 'priceCut' ? '%' : ' GC'}
              </span>
            )}
          </span>
        </Fact>
        <Fact label="Asked by">
          {askedBy.name}, <span className="num">{formatDateTime(askedAt)}</span>
        </Fact>
        <Fact label="About">
          <Subject subject={subject} />
        </Fact>
        <Fact label="Reason">{reason || 'None given'}</Fact>
        {isWaiting ? <TimeLeft approval={approval} /> : <Outcome approval={approval} />}
      </dl>
      <div className="text-sm">
        <h3 className="sr-only">What would change</h3>
        <Differences changed={differences(approval.before, approval.after)} />
      </div>
      {isWaiting && (
        <div className="flex flex-wrap items-center gap-3">
          {!obstacle && (
            <Button
              kind="main"
              aria-label={`Approve: ${title}`}
              onClick={() => onDecide({ approval, isApproved: true })}
            >
              Approve
            </Button>
          )}
          <Button
            aria-label={`${obstacle === 'own' ? 'Withdraw' : 'Refuse'}: ${title}`}
            onClick={() => onDecide({ approval, isApproved: false })}
          >
            {obstacle === 'own' ? 'Withdraw' : 'Refuse'}
          </Button>
          {obstacle && (
            <p className="min-w-0 flex-1 basis-60 text-muted text-sm">{approvalObstacles[obstacle]}.</p>
          )}
        </div>
      )}
    </Card>
  );
}

function Measure({ approval: { kind, coins } }: { approval: Approval }) {
  if (coins === null) return 'Unlimited';
  if (kind === 'priceCut') return <span className="num">{coins}% cheaper</span>;
  return (
    <>
      <Coins amount={coins} size={16} />
      {kind === 'belowCost' && 'below what a code cost'}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-4">
      <dt className="w-22 shrink-0 text-muted">{label}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}

function Subject({ subject }: { subject: string }) {
  const [kind, id] = subject.split(':');
  if (!id) return 'Something new';
  if (kind !== 'user') return <span className="break-all">{subjectWords(subject)}</span>;
  return (
    <Link to={userAddress(id)} className="text-storm-soft underline underline-offset-4 hover:text-text">
      The user’s page
    </Link>
  );
}

function TimeLeft({ approval: { expiresAt, dueAt } }: { approval: Approval }) {
  const end = expiresAt ?? dueAt ?? '';
  const left = formatTimeLeft(end, useNow(true)) ?? 'any moment now';
  return (
    <Fact label={dueAt ? 'Carried out' : 'Expires'}>
      <span className="num">{formatDateTime(end)}</span> <span className="text-muted">({left})</span>
      {dueAt && <span className="block text-muted">Nobody else could approve it at the time.</span>}
    </Fact>
  );
}

function Outcome({ approval: { decidedBy, decidedAt, decisionReason, status } }: { approval: Approval }) {
  const who = decidedBy?.name ?? (status === 'carried_out' ? 'Its waiting time ended' : 'Nobody');
  return (
    <>
      <Fact label="Decided by">
        {who}
        {decidedAt && <span className="num">, {formatDateTime(decidedAt)}</span>}
      </Fact>
      {decisionReason && <Fact label="Because">{decisionReason}</Fact>}
    </>
  );
}
