// SPDX-License-Identifier: Apache-2.0

import { namesOf } from '../../../contract/games/greeting.ts';
import { useGames } from '../../lib/settings.ts';
import { ShareWays } from '../../ui/share-ways.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { InvitationGains } from './invitation-terms.tsx';
import { useInvitation } from './use-invitation.ts';

/** On the player's profile: what their invitation gives to both (as on its page), and ways to share it. */
export function YourInvitation({ code, link }: { code: string; link: string }) {
  const { invitation, isUnknown, error } = useInvitation(code);
  const title = `Win at ${namesOf(useGames())} with me. Earn coins for gift cards.`;
  return (
    <div className="grid gap-4">
      {invitation ? (
        <InvitationGains invitation={invitation} you="Your friend gets" other="You get" />
      ) : (
        !isUnknown && !error && <Skeleton className="cut cut-sm h-24" />
      )}
      <ShareWays address={link} title={title} hasCopy={false} />
    </div>
  );
}
