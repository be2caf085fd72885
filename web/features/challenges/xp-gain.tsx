// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getLevel } from '../../../contract/levels.ts';
import { formatAmount } from '../../lib/format.ts';
import { profileQuery } from '../../lib/query.ts';
import { Xp } from '../../ui/coins.tsx';

/** The XP from a result, filling up the player's level. */
export function XpGain({ gained }: { gained: number }) {
  const xp = useQuery(profileQuery).data?.xp;
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setFilled(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  if (xp === undefined || gained === 0) return null;
  const before = getLevel(xp - gained);
  const after = getLevel(xp);
  const isNewLevel = after.level > before.level;
  const share = isFilled ? after.share : isNewLevel ? 0 : before.share;
  return (
    <div className="grid w-full max-w-xs gap-2 text-sm">
      <p className="flex items-center justify-between gap-4">
        <Xp amount={gained} size={16} signed />
        <span className="text-muted">
          {isNewLevel
            ? `Level ${formatAmount(after.level)} reached`
            : `${formatAmount(after.left)} XP to level ${formatAmount(after.level + 1)}`}
        </span>
      </p>
      <div className="h-2 bg-line" aria-hidden="true">
        <div
          className="h-full bg-storm-soft transition-[width] duration-700 motion-safe:delay-[1300ms]"
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
