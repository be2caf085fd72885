// SPDX-License-Identifier: Apache-2.0

import { getMessage } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { Notice } from '../../ui/panels.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { FoundInvitation } from './use-invitation.ts';

const place = 'grid min-h-38 content-center';

/** Reserves room for the terms until it is known who is here; only for visitors (web/build/early-script.ts). */
export function InvitationPlace() {
  return (
    <div className={cx(place, 'hidden in-data-visitor:grid')}>
      <TermsSkeleton />
    </div>
  );
}

/**
 * Who invites, and what the new player gets; or a notice that the code is invalid. Keeps its height while loading.
 */
export function InvitationTerms({
  code,
  found,
  welcomeGC,
}: {
  code: string;
  found: FoundInvitation;
  /** What every new player gets, also without an invitation. */
  welcomeGC: number;
}) {
  const { invitation, isUnknown, error, retry } = found;
  return (
    <div className={place}>
      {invitation ? (
        <div className="grid gap-3">
          <PlayerName player={invitation.player} className="font-semibold text-lg">
            <span className="font-normal text-soft">invited you</span>
          </PlayerName>
          <Reward coins={invitation.welcomeGC} />
        </div>
      ) : isUnknown ? (
        <Notice tone="gold" title="This invite code isn’t valid">
          The link may have a typo, or the player left. You can still sign up
          {welcomeGC > 0 && ` and start with ${plural(welcomeGC, 'coin')}`}.
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

/** What the inviting player gets, and the code. Its room is kept while it loads. */
export function InviterTerms({ code, found: { invitation } }: { code: string; found: FoundInvitation }) {
  return (
    <div className="grid min-h-16 content-start gap-1">
      {invitation && (
        <>
          <p className="text-muted text-sm">
            Finish your first challenge, and <span className="wrap-anywhere">{invitation.player.handle}</span>{' '}
            gets{' '}
            {invitation.referrerGC > 0 && (
              <>
                <Coins amount={invitation.referrerGC} size={15} /> and{' '}
              </>
            )}
            a referral token.
          </p>
          <p className="text-muted text-xs">
            Referral code <span className="break-all">{code}</span>
          </p>
        </>
      )}
    </div>
  );
}

function TermsSkeleton() {
  return (
    <Loading label="Loading the invitation...">
      <Skeleton className="h-38" />
    </Loading>
  );
}

/** What the new player gets. */
function Reward({ coins }: { coins: number }) {
  return (
    <Card edge="gold" className="cut-sm" inside="grid gap-1 p-4">
      <p className="text-soft text-sm">You get</p>
      <p className="flex flex-wrap items-baseline gap-x-3 font-display font-semibold text-2xl">
        {coins > 0 ? <Coins amount={coins} size={32} className="text-4xl" /> : 'A free account'}
        <span className="font-normal font-sans text-sm text-soft">at the first sign-in</span>
      </p>
    </Card>
  );
}
