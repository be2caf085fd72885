// SPDX-License-Identifier: Apache-2.0

import type { BoardPlace } from '../../../contract/leaderboards.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount, plural } from '../../lib/format.ts';
import { Xp } from '../../ui/coins.tsx';
import { ArrowDown } from '../../ui/icons/arrow-down.ts';
import { ArrowUp } from '../../ui/icons/arrow-up.ts';
import { Minus } from '../../ui/icons/minus.ts';
import { PlayerName } from '../../ui/player-name.tsx';
import { Badge } from '../../ui/status.tsx';

/** A board's places in order. The player's own is highlighted. */
export function Places({
  label,
  places,
  hasTitle = false,
}: {
  label: string;
  places: readonly BoardPlace[];
  /** Makes the label visible; otherwise only screen readers get it. */
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

/** Colours by place. The number and the word say the same. */
const medals = [
  { name: 'gold medal', look: 'bg-first' },
  { name: 'silver medal', look: 'bg-second' },
  { name: 'bronze medal', look: 'bg-third' },
];

function Place({ place: { rank, player, xp, isMe, lastWeek } }: { place: BoardPlace }) {
  const medal = medals[rank - 1];
  return (
    <li
      aria-current={isMe ? 'true' : undefined}
      className={cx(
        'relative flex min-h-14 items-center gap-3 border-line-soft border-b px-3 py-2 max-[15rem]:flex-wrap last:border-b-0 sm:gap-4 sm:px-5',
        isMe && 'bg-storm-panel shadow-[inset_3px_0_var(--color-storm)]',
      )}
    >
      <span
        className={cx(
          'num grid size-9 shrink-0 place-items-center text-sm',
          medal ? cx('rounded-full font-semibold text-ink', medal.look) : isMe ? 'text-text' : 'text-muted',
        )}
      >
        <span className="sr-only">Place </span>
        {formatAmount(rank)}
        {medal && <span className="sr-only">, {medal.name}</span>}
      </span>
      {/* Stretched over the row, so that a press anywhere opens the player's page. */}
      <PlayerName
        player={player}
        isLink
        className="flex-1 gap-3 font-medium sm:gap-4 [&_a]:after:absolute [&_a]:after:inset-0"
      >
        {isMe && <Badge tone="storm">You</Badge>}
      </PlayerName>
      <Movement rank={rank} lastWeek={lastWeek} />
      <Xp amount={xp} size={16} counts className="text-base sm:text-lg" />
    </li>
  );
}

/** The change since the end of last week; nothing if that place is unknown. */
function Movement({ rank, lastWeek }: Pick<BoardPlace, 'rank' | 'lastWeek'>) {
  if (!lastWeek) return null;
  const moved = lastWeek - rank;
  const Icon = moved > 0 ? ArrowUp : moved < 0 ? ArrowDown : Minus;
  return (
    <span
      className={cx(
        'num inline-flex items-center gap-1 text-sm',
        moved > 0 ? 'text-storm-soft' : 'text-muted',
      )}
    >
      <Icon size={14} strokeWidth={2.6} aria-hidden="true" />
      <span aria-hidden="true">{moved !== 0 && formatAmount(Math.abs(moved))}</span>
      <span className="sr-only">{movementWords(moved)}</span>
    </span>
  );
}

function movementWords(moved: number): string {
  if (moved === 0) return 'same as last week';
  return `${plural(Math.abs(moved), 'place')} ${moved > 0 ? 'up' : 'down'} since last week`;
}
