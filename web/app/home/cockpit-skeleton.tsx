// SPDX-License-Identifier: Apache-2.0

import { Loading, Skeleton } from '../../ui/skeleton.tsx';

export function CockpitSkeleton() {
  return (
    <Loading label="Loading where you stand..." className="grid gap-5">
      <Skeleton className="h-7 w-44" />
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} className="h-14" />
      ))}
    </Loading>
  );
}
