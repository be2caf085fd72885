// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { namesOf } from '../../../contract/games/greeting.ts';
import type { Invitation } from '../../../contract/referrals.ts';
import { useGames } from '../../lib/settings.ts';
import { Coins } from '../../ui/coins.tsx';
import { ShareWays } from '../../ui/share-ways.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useInvitation } from './use-invitation.ts';

/** On the player's profile: what their invitation gives to both (as on its page), and ways to share it. */
export function YourInvitation({ code, link }: { code: string; link: string }) {
  const { invitation, isUnknown, error } = useInvitation(code);
  const title = `Win at ${namesOf(useGames())} with me. Earn coins for gift cards.`;
  return (
    <div className="grid gap-4">
      {invitation ? (
        <InvitationGains {...invitation} />
      ) : (
        !isUnknown && !error && <Skeleton className="cut cut-sm h-24" />
      )}
      <ShareWays address={link} title={title} hasCopy={false} />
    </div>
  );
}

/** What both players get from an invitation. */
function InvitationGains({ welcomeGC, referrerGC }: Invitation) {
  return (
    <dl className="grid grid-cols-2 gap-2.5 max-[22rem]:grid-cols-1">
      <Gain label="Your friend gets" note="at the first sign-in">
        {welcomeGC > 0 ? <Coins amount={welcomeGC} className="text-lg" /> : 'A free account'}
      </Gain>
      <Gain label="You get" note="after a first finished challenge">
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
