// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AvatarName, PublicPlayer } from '../../contract/public-players.ts';
import { cx } from '../lib/class-names.ts';
import { playerPath } from '../lib/player-path.ts';
import { RingLogo } from './ring.tsx';

/** The avatars drawn by art/avatars.ts, by path. */
const pictures = import.meta.glob<string>('./avatars/*.svg', { eager: true, import: 'default' });

/** A player's drawn avatar, or the bare ring for a deleted account. Decorative, because the handle is beside it. */
export function DrawnAvatar({ avatar, className }: { avatar: AvatarName | null; className?: string }) {
  return (
    <span
      className={cx('cut cut-sm grid shrink-0 place-items-center overflow-hidden bg-storm-deep', className)}
    >
      {avatar ? (
        <img src={pictures[`./avatars/${avatar}.svg`]} alt="" className="size-full" />
      ) : (
        <RingLogo size={18} className="opacity-50" />
      )}
    </span>
  );
}

/** A player in public: avatar and handle, everywhere that a player is named. */
export function PlayerName({
  player: { handle, avatar },
  size = 'md',
  isLink = false,
  className,
  children,
}: {
  player: PublicPlayer;
  size?: 'sm' | 'md';
  /** Links to the player's page, unless the account is deleted. */
  isLink?: boolean;
  className?: string;
  /** After the handle: a badge. */
  children?: ReactNode;
}) {
  return (
    <span className={cx('flex min-w-0 items-center gap-2.5', className)}>
      <DrawnAvatar avatar={avatar} className={size === 'sm' ? 'size-7' : 'size-9'} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
        {isLink && avatar ? (
          <Link to={playerPath(handle)} className="hover:underline">
            {handle}
          </Link>
        ) : (
          handle
        )}
        {children}
      </span>
    </span>
  );
}
