// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { Invitation } from '../../../contract/referrals.ts';
import { ApiError, getMessage } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { usePublicRecord } from '../../lib/public-record.ts';
import { Button } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { Notice } from '../../ui/panels.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const place = 'grid min-h-45 content-center';

/** Keeps room for what follows, for visitors only (web/build/early-script.ts), until it is known who is here. */
export function InvitationPlace() {
  return (
    <div className={cx(place, 'hidden in-data-visitor:grid')}>
      <TermsSkeleton />
    </div>
  );
}

/** Who invites, and what both get; a short notice if nobody has this code. It has the same height while loading. */
export function InvitationTerms({ code }: { code: string }) {
  const { data, error, retry } = usePublicRecord<Invitation>(
    `/referrals/invitations/${encodeURIComponent(code)}`,
  );
  return (
    <div className={place}>
      {data ? (
        <Terms invitation={data} />
      ) : !error ? (
        <TermsSkeleton />
      ) : error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
        <Notice tone="gold" title="Nobody has this code">
          The link may have a typo, or its player has left. You can sign up all the same; you only miss being
          counted as a friend.
        </Notice>
      ) : (
        <Notice title="Who invites you cannot be loaded">
          <p>{getMessage(error)}</p>
          <p>The code counts all the same when you sign up.</p>
          <Button size="sm" className="mt-3" onClick={retry}>
            Try again
          </Button>
        </Notice>
      )}
    </div>
  );
}

function TermsSkeleton() {
  return (
    <Loading label="Loading the invitation...">
      <Skeleton className="h-40" />
    </Loading>
  );
}

function Terms({ invitation: { player, welcomeGC, referrerGC } }: { invitation: Invitation }) {
  return (
    <dl className="grid gap-3">
      <Term label="Invited by">
        <PlayerName player={player} size="sm" className="font-semibold" />
      </Term>
      <Term label="You start with">
        {welcomeGC > 0 ? <Coins amount={welcomeGC} className="text-lg" /> : 'A free account'}
      </Term>
      <Term label="Your friend gets">
        <span>
          {referrerGC > 0 && <Coins amount={referrerGC} className="text-lg" />}
          {referrerGC > 0 && ' and '}1 referral token, once you have finished a first challenge
        </span>
      </Term>
    </dl>
  );
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-5 border-line-soft border-b pb-3">
      <dt className="shrink-0 text-muted text-sm">{label}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}
