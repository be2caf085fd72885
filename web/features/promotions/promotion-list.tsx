// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { PlayerPromotion } from '../../../contract/promotions.ts';
import { getMessage } from '../../lib/api.ts';
import { useNow } from '../../lib/use-now.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { PagePart } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { promotionsQuery } from './api.ts';
import { PromotionBoardDialog } from './promotion-board.tsx';
import { PromotionCard } from './promotion-card.tsx';
import { phaseAt } from './promotion-rules.ts';
import { PromotionsSkeleton } from './promotions-skeleton.tsx';

const sections = [
  { phase: 'active', title: 'Running now' },
  { phase: 'upcoming', title: 'Coming up' },
  { phase: 'finished', title: 'Finished' },
] as const;
const boardParam = 'board';

/** Promotions by phase, with the player's progress; the open board is kept in the address. */
export function PromotionList() {
  const { data, error, refetch } = useQuery(promotionsQuery);
  const failure = error && !data ? getMessage(error) : '';
  useFailureToast(failure ? error : null, 'Failed to fetch events');
  if (failure)
    return (
      <ErrorPanel error={error} message={`Error loading events: ${failure}`} onRetry={() => void refetch()} />
    );
  return data ? <Sections events={data} /> : <PromotionsSkeleton />;
}

function Sections({ events: promotions }: { events: readonly PlayerPromotion[] }) {
  const now = useNow(true);
  const [search, setSearch] = useSearchParams();
  const open = promotions.find(({ _id }) => _id === search.get(boardParam));

  function showBoard(id: string | null): void {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (id) next.set(boardParam, id);
        else next.delete(boardParam);
        return next;
      },
      { preventScrollReset: true, replace: id === null },
    );
  }

  if (promotions.length === 0) {
    return (
      <EmptyPanel
        title="No events right now"
        text="When one begins it shows up here. Challenges pay all the time."
        action={
          <ButtonLink kind="main" to="/home#challenges">
            View Challenges
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="grid gap-10">
      {sections.map(({ phase, title }) => {
        const shown = promotions.filter((promotion) => phaseAt(promotion, now) === phase);
        if (shown.length === 0) return null;
        return (
          <PagePart key={phase} title={title}>
            <ul className="grid gap-4.5 lg:grid-cols-2">
              {shown.map((promotion) => (
                <PromotionCard
                  key={promotion._id}
                  event={promotion}
                  phase={phase}
                  now={now}
                  onBoard={() => showBoard(promotion._id)}
                />
              ))}
            </ul>
          </PagePart>
        );
      })}
      <PromotionBoardDialog event={open ?? null} onClose={() => showBoard(null)} />
    </div>
  );
}
