// SPDX-License-Identifier: Apache-2.0

import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** Placeholder for a receipt that is being fetched. */
export function ReceiptSkeleton() {
  return (
    <Loading label="Loading the receipt..." className="grid gap-6 sm:grid-cols-[15rem_1fr]">
      <Skeleton className="h-64" />
      <div className="grid content-start gap-3">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-10" />
        ))}
      </div>
    </Loading>
  );
}
