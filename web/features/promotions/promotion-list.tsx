// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { PlayerPromotion } from '../../../contract/promotions.ts';
import { getMessage } from '../../lib/api.ts';
import { useNow } from '../../lib/use-now.ts';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { PhasedSections } from '../../ui/phased.tsx';
import { promotionsQuery } from './api.ts';
import { PromotionBoardDialog } from './promotion-board.tsx';
import { PromotionCard } from './promotion-card.tsx';
import { type Phase, phaseAt } from './promotion-rules.ts';
import { PromotionsSkeleton } from './promotions-skeleton.tsx';

const sections = [
  { title: 'Running now', phases: ['active'] },
  { title: 'Coming up', phases: ['upcoming'] },
  { title: 'Finished', phases: ['finished'] },
] satisfies { title: string; phases: Phase[] }[];
const boardParam = 'board';

/** Promotions by phase, with the player's progress. The address stores the open board. */
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

  return (
    <>
      <PhasedSections
        items={promotions}
        sections={sections}
        phaseOf={(promotion) => phaseAt(promotion, now)}
        empty={{
          title: 'No events right now',
          text: 'New events appear here. Challenges always pay.',
        }}
        columns="lg:grid-cols-2"
      >
        {(promotion) => (
          <PromotionCard
            key={promotion._id}
            event={promotion}
            phase={phaseAt(promotion, now)}
            now={now}
            onBoard={() => showBoard(promotion._id)}
          />
        )}
      </PhasedSections>
      <PromotionBoardDialog event={open ?? null} onClose={() => showBoard(null)} />
    </>
  );
}
