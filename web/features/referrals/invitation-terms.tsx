// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Coins } from '../../ui/coins.tsx';
import { Notice } from '../../ui/panels.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { InvitationState } from './use-invitation.ts';

/** Who invites, and what both get; a plain word where the code is nobody's. As high while it is not known. */
export function InvitationTerms({
  invitation,
  className,
}: {
  invitation: InvitationState;
  className?: string;
}) {
  return <div className={cx('grid min-h-45 content-center', className)}>{toTerms(invitation)}</div>;
}

function toTerms(invitation: InvitationState): ReactNode {
  if (invitation === null) {
    return (
      <Notice tone="gold" title="Nobody has this code">
        The link may have a typo, or its player has left. You can sign up all the same; you only miss being
        counted as a friend.
      </Notice>
    );
  }
  if (!invitation) return <Skeleton className="h-40" />;
  const { player, welcomeGC, referrerGC } = invitation;
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
