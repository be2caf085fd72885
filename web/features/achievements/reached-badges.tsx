// SPDX-License-Identifier: Apache-2.0

import { Badge } from './badge.tsx';
import { toStandings } from './standing.ts';

/** The achievements with these ids; unknown ones are left out. */
export function ReachedBadges({ ids }: { ids: readonly string[] }) {
  const { reached } = toStandings(ids.map((_id) => ({ _id, progress: 0, reachedAt: '' })));
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-4">
      {reached.map(({ id, title, text, figure, tier }) => (
        <li key={id} title={text} className="grid justify-items-center gap-2 text-center text-sm">
          <Badge figure={figure} tier={tier} share={1} isReached />
          {title}
        </li>
      ))}
    </ul>
  );
}
