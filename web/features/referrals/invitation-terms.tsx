// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { Invitation } from '../../../contract/referrals.ts';
import { getMessage } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { Notice } from '../../ui/panels.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { FoundInvitation } from './use-invitation.ts';

const place = 'grid min-h-51 content-center';

/** Reserves room for the terms until it is known who is here; only for visitors (web/build/early-script.ts). */
export function InvitationPlace() {
  return (
    <div className={cx(place, 'hidden in-data-visitor:grid')}>
      <TermsSkeleton />
    </div>
  );
}

/**
 * Who invites, what both players get, and the code; or a notice that the code is invalid. Keeps its height while
 * loading.
 */
export function InvitationTerms({ code, found }: { code: string; found: FoundInvitation }) {
  const { invitation, isUnknown, error, retry } = found;
  return (
    <div className={place}>
      {invitation ? (
        <div className="grid gap-4">
          <PlayerName player={invitation.player} className="font-semibold text-lg">
            <span className="font-normal text-soft">invited you</span>
          </PlayerName>
          <InvitationGains invitation={invitation} you="You get" other={`${invitation.player.handle} gets`} />
          <p className="text-muted text-sm">
            Referral code <span className="num break-all text-text">{code}</span>
          </p>
        </div>
      ) : isUnknown ? (
        <Notice tone="gold" title="This invite code isn’t valid">
          The link may have a typo, or the player left. You can still sign up.
        </Notice>
      ) : !error ? (
        <TermsSkeleton />
      ) : (
        <Notice title="We couldn’t load your invitation">
          <p>{getMessage(error)}</p>
          <p>The code {code} still counts when you sign up.</p>
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
      <Skeleton className="h-48" />
    </Loading>
  );
}

/** What both players get from an invitation. */
export function InvitationGains({
  invitation: { welcomeGC, referrerGC },
  you,
  other,
}: {
  invitation: Invitation;
  /** Heading above the invited player's part. */
  you: string;
  /** Heading above the inviting player's part. */
  other: string;
}) {
  return (
    <dl className="grid grid-cols-2 gap-2.5 max-[22rem]:grid-cols-1">
      <Gain label={you} note="at the first sign-in">
        {welcomeGC > 0 ? <Coins amount={welcomeGC} className="text-lg" /> : 'A free account'}
      </Gain>
      <Gain label={other} note="after a first finished challenge">
        {referrerGC > 0 && <Coins amount={referrerGC} className="mr-2 text-lg" />}
        <span className="whitespace-nowrap">{referrerGC > 0 && '+ '}1 referral token</span>
      </Gain>
    </dl>
  );
}

function Gain({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className="cut cut-sm flex flex-col bg-ink-2 p-3">
      <dt className="wrap-anywhere text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-semibold">
        {children}
        <span className="mt-1 block font-normal text-muted text-xs">{note}</span>
      </dd>
    </div>
  );
}
