// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { Prizes } from './prizes.tsx';

/**
 * The frame of welcome pages: the promise, the sign-in card, and the prizes.
 * @param children the promise
 * @param wayIn content of the card
 */
export function WelcomeFrame({
  children,
  wayIn,
  more,
}: {
  children: ReactNode;
  wayIn: ReactNode;
  more?: ReactNode;
}) {
  return (
    <EntryFrame isWide more={more}>
      <div className="grid grid-cols-1 items-center gap-x-10 gap-y-6 md:grid-cols-2 xl:gap-x-16">
        <div className="max-md:order-2 md:max-lg:col-span-2 lg:self-end">{children}</div>
        <Card className="max-md:order-3 lg:max-w-md lg:self-start" inside="grid grid-cols-1 gap-4 p-5 sm:p-6">
          {wayIn}
        </Card>
        <Prizes className="max-md:order-1 lg:col-start-2 lg:row-span-2 lg:row-start-1" />
      </div>
    </EntryFrame>
  );
}
