// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { BlockedPlayer, Friend, FriendRequest } from '../../../contract/friends.ts';
import { formatDate } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { notify } from '../../ui/toast.tsx';
import { useFriendChanges } from './api.ts';

const row =
  'flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 border-line-soft border-b px-5 py-3.5 last:border-b-0';

function Failure({ error }: { error: Error | null }) {
  return (
    error && (
      <span role="alert" className="text-loss text-sm">
        <FailureText error={error} />
      </span>
    )
  );
}

export function FriendList({ friends }: { friends: readonly Friend[] }) {
  const { end } = useFriendChanges();
  const [asked, ask] = useState<Friend>();
  return (
    <Card>
      <ul aria-label="Friends">
        {friends.map((friend) => (
          <li key={friend._id} className={row}>
            <PlayerName player={friend.player} isLink className="font-semibold">
              <span className="basis-full font-normal text-muted text-sm">
                Since {formatDate(friend.since)}
              </span>
            </PlayerName>
            <Button size="sm" onClick={() => ask(friend)} aria-label={`Remove ${friend.player.handle}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={`Remove ${asked.player.handle}?`}
          text="You leave each other’s boards and stop seeing each other’s wins. We don’t notify them."
          confirmLabel="Remove"
          onConfirm={async () => {
            await end(asked._id);
            notify.done(`${asked.player.handle} was removed`);
            ask(undefined);
          }}
          onClose={() => ask(undefined)}
        />
      )}
    </Card>
  );
}

export function RequestList({
  requests,
  isIncoming,
}: {
  requests: readonly FriendRequest[];
  isIncoming: boolean;
}) {
  return (
    <Card>
      <ul aria-label={isIncoming ? 'Requests to you' : 'Your requests'}>
        {requests.map((request) => (
          <li key={request._id} className={row}>
            <PlayerName player={request.player} isLink className="font-semibold">
              <span className="basis-full font-normal text-muted text-sm">
                {isIncoming ? 'Wants to be your friend' : `Asked ${formatDate(request.askedAt)}`}
              </span>
            </PlayerName>
            {isIncoming ? <Answer request={request} /> : <TakeBack request={request} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Answer({ request: { _id, player } }: { request: FriendRequest }) {
  const { accept, decline } = useFriendChanges();
  const { run, isPending, error } = useAction((work: () => Promise<unknown>) => work());
  const deed = (label: string, work: () => Promise<unknown>) => (
    <Button size="sm" disabled={isPending} aria-label={`${label} ${player.handle}`} onClick={() => run(work)}>
      {label}
    </Button>
  );
  return (
    <span className="flex flex-wrap items-center gap-2">
      {deed('Accept', async () => {
        await accept(_id);
        notify.done(`You’re friends with ${player.handle}`);
      })}
      {deed('Decline', () => decline(_id, false))}
      {deed('Block', () => decline(_id, true))}
      <Failure error={error} />
    </span>
  );
}

function TakeBack({ request: { _id, player } }: { request: FriendRequest }) {
  const { withdraw } = useFriendChanges();
  const { run, isPending, error } = useAction(() => withdraw(_id));
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        busy={isPending && 'One moment...'}
        aria-label={`Withdraw the request to ${player.handle}`}
        onClick={() => run()}
      >
        Withdraw
      </Button>
      <Failure error={error} />
    </span>
  );
}

/** Blocked players, with a button to unblock each. */
export function BlockedList({ blocked }: { blocked: readonly BlockedPlayer[] }) {
  return (
    <Card>
      <ul aria-label="Blocked players">
        {blocked.map((one) => (
          <li key={one._id} className={row}>
            <PlayerName player={one.player} className="font-semibold" />
            <Unblock blocked={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Unblock({ blocked: { _id, player } }: { blocked: BlockedPlayer }) {
  const { unblock } = useFriendChanges();
  const { run, isPending, error } = useAction(async () => {
    await unblock(_id);
    notify.done(`${player.handle} can ask you again`);
  });
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button
        size="sm"
        busy={isPending && 'One moment...'}
        aria-label={`Unblock ${player.handle}`}
        onClick={() => run()}
      >
        Unblock
      </Button>
      <Failure error={error} />
    </span>
  );
}
