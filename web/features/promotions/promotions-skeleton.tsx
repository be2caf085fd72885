// SPDX-License-Identifier: Apache-2.0

import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** Skeletons in the shape of promotion cards. */
export function PromotionsSkeleton() {
  return (
    <Loading label="Loading events..." className="grid gap-4">
      <Skeleton className="h-5.5 w-36" />
      <div className="grid gap-4.5 lg:grid-cols-2">
        {[1, 2, 3, 4].map((place) => (
          <Card key={place} inside="grid gap-4 p-5 sm:p-6">
            <div className="flex justify-between gap-4">
              <Skeleton className="h-6 w-24" />
              <Skeleton className="h-6 w-32" />
            </div>
            <Skeleton className="h-5.5 w-3/5" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-9 w-32" />
            <Skeleton className="h-16" />
            <Skeleton className="mt-4 h-14" />
          </Card>
        ))}
      </div>
    </Loading>
  );
}
