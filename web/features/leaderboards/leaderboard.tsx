// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import {
  type Board,
  type BoardGroup,
  type BoardPeriod,
  boardGroups,
  boardPageSize,
  boardPeriods,
} from '../../../contract/leaderboards.ts';
import { getMessage } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { formatTimeLeft, plural } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { PagePart } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { boardQuery } from './api.ts';
import { periodChoices } from './periods.ts';
import { Places, TieRule } from './places.tsx';
import { PlacesSkeleton } from './places-skeleton.tsx';
import { LevelCard, StreakCard } from './standing.tsx';

/** The last page that the server serves. */
const lastPage = 1_000_000;

const groupNames: Record<BoardGroup, string> = { everybody: 'Everyone', friends: 'Friends' };
const groupChoices = boardGroups.map((group) => ({ value: group, label: groupNames[group] }));

/** The players with the most XP, by period and page (stored in the address), with the player's own level and streak. */
export function Leaderboard() {
  const [search, setSearch] = useSearchParams();
  const period = boardPeriods.find((name) => name === search.get('period')) ?? 'week';

  const among = boardGroups.find((name) => name === search.get('among')) ?? 'everybody';
  const page = Math.min(lastPage, Math.max(1, Math.trunc(Number(search.get('page'))) || 1));

  /** The address omits defaults. Another board starts at its first page. */
  function choose(name: 'period' | 'among', next: string): void {
    const isFirst = next === 'week' || next === 'everybody';
    setSearch(
      (current) => {
        const address = new URLSearchParams(current);
        if (isFirst) address.delete(name);
        else address.set(name, next);
        address.delete('page');
        return address;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <div className="grid grid-cols-1 items-start gap-5 md:gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-2 gap-3 max-[15rem]:grid-cols-1 md:gap-4.5 lg:order-last lg:grid-cols-1">
        <LevelCard />
        <StreakCard />
      </div>
      {/* The chosen tab is title enough. */}
      <PagePart title="Leaderboard" className="[&>:first-child]:sr-only">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Choices
            label="Period"
            choices={periodChoices}
            selected={period}
            onSelect={(next) => choose('period', next)}
          />
          <Choices
            label="Among"
            choices={groupChoices}
            selected={among}
            onSelect={(next) => choose('among', next)}
          />
        </div>
        <BoardPanel period={period} among={among} page={page} />
      </PagePart>
    </div>
  );
}

function BoardPanel({ period, among, page }: { period: BoardPeriod; among: BoardGroup; page: number }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(boardQuery(period, among, page));
  const failure = error && !data ? getMessage(error) : '';
  useFailureToast(failure ? error : null, 'Failed to fetch the leaderboard');
  if (failure) {
    return (
      <ErrorPanel
        error={error}
        message={`Error loading the leaderboard: ${failure}`}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <PlacesSkeleton />;
  return (
    <div
      className={cx('grid gap-4 transition-opacity duration-100', isPlaceholderData && 'opacity-50')}
      aria-busy={isPlaceholderData}
    >
      <About board={data} />
      {page === 1 && data.top.length === 0 ? (
        <EmptyPanel
          level="h3"
          title="The board is empty"
          text="Finish a challenge to take the lead."
          action={<ToChallenges />}
        />
      ) : (
        <BoardPlaces board={data} page={page} />
      )}
    </div>
  );
}

function BoardPlaces({ board: { top, near, mine, players }, page }: { board: Board; page: number }) {
  const [search] = useSearchParams();
  const pages = Math.ceil(players / boardPageSize);
  function toPage(next: number) {
    const address = new URLSearchParams(search);
    address.set('page', String(next));
    return { search: address.toString() };
  }
  return (
    <>
      {top.length > 0 ? (
        <Places label={page === 1 ? 'First places' : `Places of page ${page}`} places={top} />
      ) : (
        <EmptyPanel level="h3" title="This page is empty" text="The leaderboard has fewer pages." />
      )}
      <Pagination label="Pages of the board" page={Math.min(page, pages)} pages={pages} to={toPage} />
      {near.length > 0 && <Places label="Around you" places={near} hasTitle />}
      {!mine && <NotOnIt />}
    </>
  );
}

function About({ board: { endsAt, players } }: { board: Board }) {
  const now = useNow(endsAt !== null);
  const left = endsAt && formatTimeLeft(endsAt, now);
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 text-muted text-sm">
      <span>{plural(players, 'player')}</span>
      {endsAt && <span>{left ? `Ends in ${left}` : 'Over. The next one has started'}</span>}
      <TieRule />
    </p>
  );
}

function NotOnIt() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border-storm border-l-2 bg-storm-panel px-4 py-3 text-soft text-sm">
      <p>You’re not on this board yet. Finish a challenge to join it.</p>
      <ToChallenges />
    </div>
  );
}

function ToChallenges() {
  return (
    <ButtonLink size="sm" to="/home#challenges">
      View Challenges
    </ButtonLink>
  );
}
