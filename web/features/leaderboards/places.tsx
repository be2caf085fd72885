// SPDX-License-Identifier: Apache-2.0

import type { BoardPlace } from '../../../contract/leaderboards.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount } from '../../lib/format.ts';
import { Xp } from '../../ui/coins.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { Badge } from '../../ui/status.tsx';

/** Places of a board in order; the player's own is highlighted. */
export function Places({
  label,
  places,
  hasTitle = false,
}: {
  label: string;
  places: readonly BoardPlace[];
  /** Shows the label; otherwise only screen readers get it. */
  hasTitle?: boolean;
}) {
  return (
    <div className="grid gap-2">
      {hasTitle && <h3 className="mt-2 text-base">{label}</h3>}
      <ol aria-label={label} className="grid border border-line bg-ink-1">
        {places.map((place) => (
          <Place key={place.rank} place={place} />
        ))}
      </ol>
    </div>
  );
}

function Place({ place: { rank, player, xp, isMe } }: { place: BoardPlace }) {
  return (
    <li
      aria-current={isMe ? 'true' : undefined}
      className={cx(
        'flex min-h-14 items-center gap-3 border-line-soft border-b px-3 py-2 max-[15rem]:flex-wrap last:border-b-0 sm:gap-4 sm:px-5',
        isMe && 'bg-storm-panel shadow-[inset_3px_0_var(--color-storm)]',
      )}
    >
      <span
        className={cx(
          'num grid size-9 shrink-0 place-items-center text-sm',
          rank <= 3 ? 'rounded-full border-2 border-storm text-text' : 'text-muted',
          isMe && 'text-text',
        )}
      >
        <span className="sr-only">Place </span>
        {formatAmount(rank)}
      </span>
      <PlayerName player={player} className="flex-1 gap-3 font-medium sm:gap-4">
        {isMe && <Badge tone="storm">You</Badge>}
      </PlayerName>
      <Xp amount={xp} size={16} counts className="text-base sm:text-lg" />
    </li>
  );
}
