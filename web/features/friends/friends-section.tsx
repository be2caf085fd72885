// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Friends } from '../../../contract/friends.ts';
import { chosenHandle, handleLength } from '../../../contract/public-players.ts';
import { getMessage } from '../../lib/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { PagePart } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';
import { friendsQuery, useFriendChanges } from './api.ts';
import { FriendLink } from './friend-link.tsx';
import { BlockedList, FriendList, RequestList } from './friend-lists.tsx';
import { Invitation } from './invitation.tsx';

/** The player's friends: the list, requests, ways to find friends, and what friends are notified of. */
export function FriendsSection() {
  const { data, error, refetch } = useQuery(friendsQuery);
  const [search] = useSearchParams();
  const invite = search.get('invite');
  if (data) {
    return (
      <div className="grid min-w-0 gap-9">
        {invite && <Invitation code={invite} />}
        <Content data={data} />
      </div>
    );
  }
  if (error) {
    return (
      <ErrorPanel
        error={error}
        message={`Error loading your friends: ${getMessage(error)}`}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Loading label="Loading your friends..." className="grid gap-4">
      <Skeleton className="h-5.5 w-40" />
      <Skeleton className="h-20" />
      <Skeleton className="cut h-40" />
    </Loading>
  );
}

function Content({ data: { friends, incoming, outgoing, blocked, link, choices } }: { data: Friends }) {
  const { choose } = useFriendChanges();
  return (
    <>
      {incoming.length > 0 && (
        <PagePart title="Requests">
          <RequestList requests={incoming} isIncoming />
        </PagePart>
      )}
      <PagePart
        title="Friends"
        aside={
          friends.length > 0 && (
            <ButtonLink size="sm" to="/events?tab=leaderboard&among=friends">
              Their board
            </ButtonLink>
          )
        }
      >
        {friends.length > 0 ? (
          <FriendList friends={friends} />
        ) : (
          <EmptyPanel
            level="h3"
            title="No friends yet"
            text="Add someone by gamertag, or send a friend your link."
          />
        )}
      </PagePart>
      <PagePart title="Find friends">
        <AskForm />
        {outgoing.length > 0 && <RequestList requests={outgoing} isIncoming={false} />}
        <FriendLink link={link} />
      </PagePart>
      <PagePart title="Wins">
        <Card inside="grid gap-4 p-5">
          <Choice
            text="Tell my friends when I win"
            checked={choices.tellsWins}
            onChange={(tellsWins) => choose({ ...choices, tellsWins })}
          />
          <Choice
            text="Tell me when a friend wins"
            checked={choices.hearsWins}
            onChange={(hearsWins) => choose({ ...choices, hearsWins })}
          />
        </Card>
      </PagePart>
      <PagePart title="Blocked players">
        {blocked.length > 0 ? (
          <>
            <BlockedList blocked={blocked} />
            <p className="text-muted text-sm">
              You don’t get their requests, and we don’t notify them. If you unblock them, they can ask again
              30 days after you blocked them. You can ask them anytime.
            </p>
          </>
        ) : (
          <EmptyPanel
            level="h3"
            title="Nobody is blocked"
            text="You can block players who ask to be your friend. We don’t notify them."
          />
        )}
      </PagePart>
    </>
  );
}

function Choice({
  text,
  checked,
  onChange,
}: {
  text: string;
  checked: boolean;
  onChange: (checked: boolean) => Promise<unknown>;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <span aria-hidden="true">{text}</span>
      <Switch label={text} checked={checked} words={{ on: 'On', off: 'Off' }} onChange={onChange} />
    </div>
  );
}

function AskForm() {
  const { ask } = useFriendChanges();
  const [handle, setHandle] = useState('');
  const [fault, setFault] = useState('');
  const asking = useAction(async (of: string) => {
    const { outcome } = await ask(of);
    notify.done(outcome === 'friends' ? `You’re friends with ${of}` : `Request sent to ${of}`);
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const typed = chosenHandle.safeParse(handle);
    setFault(typed.error?.issues[0]?.message ?? '');
    if (!typed.success) return;
    if (await asking.run(typed.data)) setHandle('');
  }

  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label="Gamertag of a friend"
        value={handle}
        onChange={(event) => {
          setHandle(event.currentTarget.value);
          setFault('');
          asking.reset();
        }}
        maxLength={handleLength.max}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={fault || (asking.error ? getMessage(asking.error) : '')}
        hint="They see your gamertag and avatar, then decide."
        trailing={
          <Button type="submit" busy={asking.isPending && 'Asking...'}>
            Ask
          </Button>
        }
      />
    </form>
  );
}
