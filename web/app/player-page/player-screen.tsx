// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { PlayerPage } from '../../../contract/player-pages.ts';
import type { PublicPlayer } from '../../../contract/public-players.ts';
import { ReachedBadges } from '../../features/achievements/reached-badges.tsx';
import { SharedWins } from '../../features/challenges/shared-wins.tsx';
import { AddFriend } from '../../features/friends/add-friend.tsx';
import { playerPageQuery } from '../../features/player-pages/api.ts';
import { PageChoices } from '../../features/player-pages/page-choices.tsx';
import { ApiError, getMessage } from '../../lib/api.ts';
import { formatAmount } from '../../lib/format.ts';
import { useHydrated } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { Page, PagePart } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { DrawnAvatar } from '../../ui/player-name.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { Suggestion } from '../suggestion.tsx';

/** A player's public page. Players also see their own as others see it, and choose what it shows. */
export function PlayerScreen() {
  const handle = useParams().handle ?? '';
  // The prerendered page is the same for every handle.
  const isHydrated = useHydrated();
  const { data, error, refetch } = useQuery({ ...playerPageQuery(handle), enabled: isHydrated });
  const title = <Face player={{ handle: 'Player', avatar: null }} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <Page title={title}>
        <EmptyPanel
          title="No such player"
          text="Nobody has this handle, or the player is hidden."
          action={<ButtonLink to="/events?tab=leaderboard">To the leaderboard</ButtonLink>}
        />
      </Page>
    );
  }
  // Checked after the errors, so that a page which no longer exists isn't shown from the cache.
  if (data) return <Content page={data} />;
  return (
    <Page title={title}>
      {error ? (
        <ErrorPanel
          error={error}
          message={`Error loading the player: ${getMessage(error)}`}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading the player..." className="grid gap-4">
          <Skeleton className="h-12 w-40" />
          <Skeleton className="cut h-56" />
        </Loading>
      )}
    </Page>
  );
}

function Content({ page: { player, wins, bests, achievements, sharedWins, choices } }: { page: PlayerPage }) {
  const isMe = choices !== null;
  const showsNothing = wins === null && !bests && !achievements;
  return (
    <Page title={<Face player={player} />} intro={isMe && 'This is how other players see your page.'}>
      {!isMe && <AddFriend handle={player.handle} />}
      {choices && <PageChoices choices={choices} />}
      {showsNothing && (
        <EmptyPanel
          title={isMe ? 'Others see your handle and avatar' : `${player.handle} shows no results`}
          text={isMe ? 'Choose what to show.' : 'Players choose what others see.'}
        />
      )}
      {(wins !== null || bests) && <Figures wins={wins} bests={bests} isMe={isMe} />}
      {sharedWins.length > 0 && (
        <PagePart title="Shared wins">
          <SharedWins wins={sharedWins} Suggestion={isMe ? Nothing : Suggestion} />
        </PagePart>
      )}
      {achievements && achievements.length > 0 && (
        <PagePart title="Achievements">
          <ReachedBadges ids={achievements} />
        </PagePart>
      )}
    </Page>
  );
}

/** Has the same height before and after the player has loaded. */
function Face({ player: { handle, avatar } }: { player: PublicPlayer }) {
  return (
    <span className="flex items-center gap-4">
      <DrawnAvatar avatar={avatar} className="size-16 sm:size-20" />
      <span className="min-w-0">{handle}</span>
    </span>
  );
}

/** Players aren't challenged to beat themselves. */
const Nothing = (_: { children: ReactNode }) => null;

function Figures({ wins, bests, isMe }: Pick<PlayerPage, 'wins' | 'bests'> & { isMe: boolean }) {
  return (
    <PagePart
      title="Results"
      aside={
        bests &&
        !isMe && (
          <Suggestion>
            <ButtonLink size="sm" to="/home#challenges" aria-label="Beat this: choose a challenge">
              Beat this
            </ButtonLink>
          </Suggestion>
        )
      }
    >
      <Stats className="sm:grid-cols-4">
        {wins !== null && <Stat label="Challenges won">{formatAmount(wins)}</Stat>}
        {bests && (
          <>
            <Stat label="Most kills in a match">{formatAmount(bests.kills)}</Stat>
            <Stat label="Most wins in a row">{formatAmount(bests.winsInRow)}</Stat>
            <Stat label="Largest reward">
              <Coins amount={bests.rewardGC} size={22} />
            </Stat>
          </>
        )}
      </Stats>
    </PagePart>
  );
}
