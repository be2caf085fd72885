// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { PublicPlayer } from '../../../contract/public-players.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { friendsQuery, useFriendChanges } from './api.ts';

/** Sends a friend request or accepts one; says so if that has already happened. */
export function AddFriend({ handle }: { handle: string }) {
  const { data, isLoading } = useQuery(friendsQuery);
  const { ask } = useFriendChanges();
  const asking = useAction(async () => {
    const { outcome } = await ask(handle);
    notify.done(outcome === 'friends' ? `You’re friends with ${handle}` : `Request sent to ${handle}`);
  });
  // Works without the list of friends, which only shows earlier requests.
  if (isLoading) return <Skeleton className="h-12 w-40" />;
  const isIn = (list: readonly { player: PublicPlayer }[] = []) =>
    list.some(({ player }) => player.handle === handle);
  if (isIn(data?.friends)) return <p className="text-soft">You’re friends.</p>;
  if (isIn(data?.outgoing)) return <p className="text-soft">Request sent.</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        busy={asking.isPending && 'Asking...'}
        icon={<UserPlus size={18} aria-hidden="true" />}
        onClick={() => asking.run()}
      >
        {isIn(data?.incoming) ? 'Accept request' : 'Add friend'}
      </Button>
      {asking.error && (
        <p role="alert" className="text-loss text-sm">
          <FailureText error={asking.error} />
        </p>
      )}
    </div>
  );
}
