// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { PlayerPromotion, promotionsApi } from '../../../contract/promotions.ts';
import { getMessage } from '../../lib/api.ts';
import { formatAmount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Amount, Xp } from '../../ui/coins.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Badge } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { promotionBoardQuery } from './api.ts';

type Board = DataOf<typeof promotionsApi.board>;
type Place = Board['places'][number];

/** The places of an ACTIVITY_WEEKLY event: current, or final once paid. */
export function PromotionBoardDialog({
  event: promotion,
  onClose,
}: {
  event: PlayerPromotion | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={promotion !== null}
      onClose={onClose}
      title={promotion?.title ?? ''}
      description={promotion?.isCompleted ? 'Final places' : 'XP earned by playing while the event runs'}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {promotion && <Content event={promotion} />}
    </Dialog>
  );
}

function Content({ event: promotion }: { event: PlayerPromotion }) {
  const { data, error, refetch } = useQuery(promotionBoardQuery(promotion._id));
  if (error && !data) {
    const failure = getMessage(error);
    return (
      <ErrorPanel
        error={error}
        message={`Error loading the board: ${failure}`}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <BoardSkeleton />;
  if (data.places.length === 0) {
    return (
      <EmptyPanel
        level="h3"
        title="Nobody is on the board"
        text={
          promotion.isCompleted ? 'Nobody played for this event.' : 'Finish a challenge to take the lead.'
        }
      />
    );
  }
  return <Places board={data} currency={promotion.eventConfig.rewardType} />;
}

function Places({ board: { places, mine }, currency }: { board: Board; currency: 'GC' | 'XP' }) {
  const columns: Column<Place>[] = [
    { header: 'Place', cell: ({ rank }) => <span className="num">#{formatAmount(rank)}</span> },
    {
      header: 'Player',
      cell: ({ player, isMe }) => (
        <PlayerName player={player} size="sm" isLink>
          {isMe && <Badge tone="storm">You</Badge>}
        </PlayerName>
      ),
      isTitle: true,
    },
    { header: 'XP', cell: ({ xp }) => <Xp amount={xp} size={14} />, isFigure: true },
    {
      header: 'Reward',
      cell: ({ reward }) => (reward > 0 ? <Amount currency={currency} amount={reward} size={14} /> : '–'),
      isFigure: true,
    },
  ];
  const isBelow = mine !== null && !places.some(({ isMe }) => isMe);
  return (
    <Table
      caption="Places"
      columns={columns}
      rows={isBelow ? [...places, mine] : places}
      rowKey={({ rank }) => String(rank)}
      staysTable
    />
  );
}

function BoardSkeleton() {
  return (
    <Loading label="Loading the board..." className="grid gap-2">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-11" />
      ))}
    </Loading>
  );
}
