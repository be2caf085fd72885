// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

/** Three columns on a desktop. On a tablet each card is a row with its action on the right. */
export const stepGrid = 'grid gap-4 lg:grid-cols-3';

/** A step: its title, its text, and the action. */
export function StepCard({
  mark,
  title,
  aside,
  text,
  isLive = false,
  children,
}: {
  mark: ReactNode;
  title: string;
  /** At the right end of the title. */
  aside?: ReactNode;
  text: ReactNode;
  isLive?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="grid">
      <Card
        edge={isLive ? 'live' : 'line'}
        inside="grid gap-5 p-5 sm:grid-cols-[1fr_17rem] sm:items-center sm:gap-8 sm:p-6 lg:grid-cols-none lg:grid-rows-[1fr_auto] lg:items-stretch lg:gap-5"
      >
        <div className="min-w-0">
          <div className="flex items-center gap-3">
            {mark}
            <h3 className="text-lg">{title}</h3>
            {aside}
          </div>
          <div className="mt-3 text-pretty text-soft text-sm">{text}</div>
        </div>
        {children}
      </Card>
    </li>
  );
}
