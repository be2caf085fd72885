// SPDX-License-Identifier: Apache-2.0

import { Loading, Skeleton } from '../../ui/skeleton.tsx';

export function PlacesSkeleton() {
  return (
    <Loading label="Loading the leaderboard..." className="grid grid-cols-1 gap-4">
      <Skeleton className="h-5 w-64" />
      <div className="grid gap-px">
        <Skeleton className="h-8" />
        {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
          <Skeleton key={place} className={place <= 3 ? 'h-16' : 'h-14'} />
        ))}
      </div>
    </Loading>
  );
}
