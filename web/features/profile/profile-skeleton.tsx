import type { ReactNode } from 'react';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Stats } from '../../ui/stat.tsx';

/** Pieces as high as what comes in their place, at every width. */
export function ProfileSkeleton() {
  return (
    <Loading label="Loading profile..." className="grid items-start gap-8 lg:grid-cols-[22rem_1fr] lg:gap-10">
      <Skeleton className="cut h-132" />
      <div className="grid min-w-0 gap-9">
        <Part>
          <Stats className="sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2">
            {[1, 2, 3].map((place) => (
              <Skeleton key={place} className="cut cut-md h-30 max-sm:first:h-24" />
            ))}
          </Stats>
        </Part>
        <Part>
          <Skeleton className="cut h-68 sm:h-44" />
        </Part>
        <Part>
          <Skeleton className="h-28" />
        </Part>
      </div>
    </Loading>
  );
}

function Part({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-5.5 w-40" />
      {children}
    </div>
  );
}
