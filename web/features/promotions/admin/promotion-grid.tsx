// SPDX-License-Identifier: Apache-2.0

import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import { getMessage } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { EmptyPanel, ErrorPanel } from '../../../ui/panels.tsx';
import { SelectionBar } from '../../../ui/selection-bar.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { BulkAction } from '../../../ui/use-bulk-run.ts';
import { useSelection } from '../../../ui/use-selection.ts';
import { AdminPromotionCard, type PromotionActions } from './promotion-card.tsx';
import { promotionColumns } from './promotion-columns.ts';
import { isUnder, type PromotionTab } from './promotion-words.ts';

const emptyReasons = {
  active: 'Active events appear here.',
  inactive: 'Events that are off appear here.',
  send: 'Manual events appear here until you send their rewards.',
};

const none: AdminPromotion[] = [];

/** The promotions of a sub-tab as cards, with its loading, empty and error states. */
export function PromotionGrid({
  tab,
  found,
  hasAny,
  query: { error, refetch },
  isSearched,
  actions,
  onCreate,
  onShowAll,
  bulk,
}: {
  tab: Exclude<PromotionTab, 'schedule'>;
  /** The promotions to show; undefined while they load. */
  found: readonly AdminPromotion[] | undefined;
  /** Whether any promotion exists, even under another sub-tab. */
  hasAny: boolean;
  query: { error: Error | null; refetch: () => unknown };
  isSearched: boolean;
  actions: PromotionActions;
  onCreate: (() => void) | undefined;
  onShowAll: () => void;
  /** Bulk actions. */
  bulk: readonly BulkAction<AdminPromotion>[];
}) {
  const selection = useSelection(found ?? none, ({ _id }) => _id);
  const failure = error && !found ? error : null;
  useFailureToast(failure, getMessage(failure, 'Failed to fetch events'));
  if (failure) {
    return (
      <ErrorPanel
        error={error}
        message={getMessage(failure, 'Failed to fetch events')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!found) {
    return (
      <Loading label="Loading events..." className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <Skeleton key={place} className="h-52" />
        ))}
      </Loading>
    );
  }
  return (
    <div className="grid gap-3 [&>*]:min-w-0">
      <SelectionBar
        selection={selection}
        page={found}
        one="event"
        what="events"
        columns={promotionColumns}
        getKey={({ _id }) => _id}
        getName={({ title }) => title}
        actions={bulk}
      />
      {found.length > 0 ? (
        <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {found.map((promotion) => (
            <AdminPromotionCard
              key={promotion._id}
              event={promotion}
              canSend={tab === 'send' && isUnder('send', promotion)}
              actions={actions}
              selection={selection}
            />
          ))}
        </ul>
      ) : isSearched ? (
        <EmptyPanel
          title="No events found"
          text="Nothing matches your search."
          action={<Button onClick={onShowAll}>Show all</Button>}
        />
      ) : (
        <EmptyPanel
          title={tab === 'send' && hasAny ? 'No rewards to send.' : 'No events created yet.'}
          text={emptyReasons[tab]}
          action={onCreate && tab !== 'send' && <Button onClick={onCreate}>Create Event</Button>}
        />
      )}
    </div>
  );
}
