// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Notice } from '../../ui/panels.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { linkQuery, useFriendChanges } from './api.ts';

/** On phones it is far down the page, so it scrolls into view. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

/** Shown after opening a friend link. Its owner agreed by sharing it; this asks the player. */
export function Invitation({ code }: { code: string }) {
  const { data, error } = useQuery(linkQuery(code));
  const [, setSearch] = useSearchParams();
  const { acceptLink } = useFriendChanges();
  const close = () => setSearch({ tab: 'friends' }, { replace: true, preventScrollReset: true });
  const agreeing = useAction(async () => {
    await acceptLink(code);
    notify.done(`You’re friends with ${data?.player.handle}`);
    close();
  });
  const failure = error ?? agreeing.error;
  return (
    <section ref={bringIntoView} aria-label="Invitation">
      {failure ? (
        <Notice title="This friend link doesn’t work">
          <FailureText error={failure} />
        </Notice>
      ) : (
        <Card edge="live" inside="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5">
          {data ? (
            <PlayerName player={data.player} className="font-semibold">
              <span className="basis-full font-normal text-muted text-sm">wants to be your friend</span>
            </PlayerName>
          ) : (
            <Skeleton className="h-10 w-48" />
          )}
          <span className="flex flex-wrap gap-3">
            <Button onClick={close}>Not now</Button>
            <Button
              kind="main"
              disabled={!data}
              busy={agreeing.isPending && 'One moment...'}
              onClick={() => agreeing.run()}
            >
              Become friends
            </Button>
          </span>
        </Card>
      )}
    </section>
  );
}
