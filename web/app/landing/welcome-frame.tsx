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
        <div className="max-md:order-1 md:self-end">{children}</div>
        <Card className="max-md:order-3 lg:max-w-md md:self-start" inside="grid grid-cols-1 gap-4 p-5 sm:p-6">
          {wayIn}
        </Card>
        <Prizes className="max-md:order-2 md:col-start-2 md:row-span-2 md:row-start-1 md:max-lg:self-start" />
      </div>
    </EntryFrame>
  );
}
