// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Stats } from '../../ui/stat.tsx';

/** From 1024 px, the player and the account stand beside the tabs. */
export const profileColumns =
  'grid grid-cols-1 items-start gap-8 lg:grid-cols-[22rem_1fr] lg:grid-rows-[auto_1fr] lg:gap-x-10 lg:gap-y-5';

/** The profile's layout with skeletons, as high as the content that replaces them. */
export function ProfileSkeleton() {
  return (
    <Loading label="Loading profile..." className={cx(profileColumns, '[&>*]:min-w-0')}>
      <IdentitySkeleton />
      <div className="grid min-w-0 gap-9 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Skeleton className="-mb-3 h-12 max-w-60" />
        <Part>
          <Stats className="sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2 max-[23rem]:[&>*]:col-span-2">
            {[1, 2, 3].map((place) => (
              <Figure key={place} hasHint />
            ))}
          </Stats>
        </Part>
        <Part>
          <Card inside="grid items-center gap-5 p-5 sm:grid-cols-[auto_1fr] sm:gap-8 sm:px-7">
            <Round className="my-0.75 size-34 justify-self-center" />
            <div className="grid grid-cols-3 justify-items-center max-sm:border-line-soft max-sm:border-t max-sm:pt-4">
              {[1, 2, 3].map((place) => (
                <Skeleton key={place} className="h-16 w-14 max-sm:h-19.25" />
              ))}
            </div>
          </Card>
        </Part>
        <Part>
          <Skeleton className="h-25 max-sm:h-30.75" />
          <Stats>
            <Figure />
            <Figure />
          </Stats>
          <Skeleton className="cut h-28 max-sm:h-38" />
        </Part>
        <Framed className="h-24 max-sm:h-64" />
        <Framed className="h-30 max-sm:h-44" />
      </div>
      <AccountSkeleton />
    </Loading>
  );
}

function IdentitySkeleton() {
  return (
    <Card inside="grid grid-cols-1 justify-items-start gap-4 p-6 lg:justify-items-center">
      <div className="flex w-full flex-wrap items-center gap-x-5 gap-y-4 lg:flex-col">
        <Round className="size-25 lg:size-37" />
        <div className="grid min-w-[min(10rem,100%)] flex-1 gap-2 lg:justify-items-center">
          <Skeleton className="h-7.5 w-36 lg:w-44" />
          <Skeleton className="h-5 w-40 lg:w-52" />
          <Skeleton className="h-6 w-32" />
        </div>
      </div>
      <div className="flex w-full flex-wrap items-center justify-between gap-x-2 gap-y-2.5 lg:flex-col">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="cut cut-sm h-tap w-26 lg:w-54" />
      </div>
    </Card>
  );
}

function AccountSkeleton() {
  return (
    <Card inside="grid gap-3 px-6 py-5">
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} className="h-7" />
      ))}
      <Skeleton className="cut cut-sm h-tap" />
    </Card>
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

function Framed({ className }: { className: string }) {
  return (
    <Part>
      <Card className={className} inside="p-5">
        <Skeleton className="h-5 w-2/3" />
      </Card>
    </Part>
  );
}

function Figure({ hasHint = false }: { hasHint?: boolean }) {
  return (
    <Card className="cut-md" inside="grid gap-1.5 px-4 py-4 sm:px-5">
      <Skeleton className="h-5.75 w-24 sm:h-6.5" />
      <Skeleton className="h-8 w-16" />
      {hasHint && <Skeleton className="mb-4 h-4 w-4/5" />}
    </Card>
  );
}

function Round({ className }: { className: string }) {
  return <Skeleton className={cx('rounded-full', className)} />;
}
