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
import bronze from './art/bronze.webp';
import gold from './art/gold.webp';
import silver from './art/silver.webp';

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
      <div className="border border-line bg-ink-1">
        <p
          aria-hidden="true"
          className="flex justify-between border-line-soft border-b px-3 py-2 text-muted text-xs sm:px-5"
        >
          <span>Player</span>
          <span>XP</span>
        </p>
        <ol aria-label={label} className="grid">
          {places.map((place, index) => (
            <Place key={place.rank} place={place} ahead={places[index - 1]} />
          ))}
        </ol>
      </div>
    </div>
  );
}

/** How places are decided among equals (docs/rules/leaderboards.md, 3). */
export function TieRule() {
  return <span>Equal XP? Whoever got there first is ahead.</span>;
}

/** Made by art/medals.ts. The number and the word say the same. */
const medals = [
  { name: 'gold medal', picture: gold },
  { name: 'silver medal', picture: silver },
  { name: 'bronze medal', picture: bronze },
];

function Place({
  place: { rank, player, xp, isMe, lastWeek },
  ahead,
}: {
  place: BoardPlace;
  /** The place before it, if it is on the same list. */
  ahead: BoardPlace | undefined;
}) {
  const medal = medals[rank - 1];
  return (
    <li
      aria-current={isMe ? 'true' : undefined}
      className={cx(
        'relative flex min-h-14 items-center gap-3 border-line-soft border-b px-3 py-2 max-[15rem]:flex-wrap last:border-b-0 sm:gap-4 sm:px-5',
        medal && 'min-h-16',
        isMe && 'bg-storm-panel shadow-[inset_3px_0_var(--color-storm)]',
      )}
    >
      <span
        className={cx(
          'num relative grid size-9 shrink-0 place-items-center text-sm',
          medal ? 'font-bold text-base text-ink forced-colors:text-text' : isMe ? 'text-text' : 'text-muted',
        )}
      >
        {medal && (
          <img
            src={medal.picture}
            alt=""
            width={44}
            height={44}
            className="absolute -inset-1 size-11 max-w-none forced-colors:hidden"
          />
        )}
        <span className="sr-only">Place </span>
        <span className="relative">{formatAmount(rank)}</span>
        {medal && <span className="sr-only">, {medal.name}</span>}
      </span>
      {/* Stretched over the row, so that a press anywhere opens the player's page. */}
      <PlayerName
        player={player}
        isLink
        className={cx(
          'flex-1 gap-3 font-medium sm:gap-4 [&_a]:after:absolute [&_a]:after:inset-0',
          medal && 'text-lg [&>:first-child]:size-11',
        )}
      >
        {isMe && <Badge tone="storm">You</Badge>}
        {isMe && ahead && ahead.xp > xp && (
          <span className="basis-full font-normal text-muted text-xs">
            {formatAmount(ahead.xp - xp)} XP behind place {formatAmount(ahead.rank)}
          </span>
        )}
      </PlayerName>
      <Movement rank={rank} lastWeek={lastWeek} />
      <Xp amount={xp} size={16} counts className={medal ? 'text-lg sm:text-xl' : 'sm:text-lg'} />
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
