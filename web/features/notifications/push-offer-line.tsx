// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { pushDeclinedKey } from '../../lib/push-owner.ts';
import { Button } from '../../ui/button.tsx';
import { BellRing } from '../../ui/icons/bell-ring.ts';

/** How the offer looks. */
export function PushOfferLine({
  className,
  isBusy = false,
  onDecline,
  onAccept,
  children,
}: {
  className?: string;
  isBusy?: boolean;
  onDecline?: () => void;
  onAccept?: () => void;
  children?: ReactNode;
}) {
  return (
    <section
      aria-label="Notify me on this device"
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-t pt-4 text-sm print:hidden',
        className,
      )}
    >
      <BellRing size={20} className="shrink-0 text-storm-soft" aria-hidden="true" />
      <p className="min-w-40 flex-1 text-soft">Get a ping when your match is decided.</p>
      <div className="flex gap-2">
        <Button size="sm" onClick={onDecline}>
          Not now
        </Button>
        <Button size="sm" busy={isBusy && 'One moment...'} onClick={onAccept}>
          Notify me
        </Button>
      </div>
      {children}
    </section>
  );
}

/** Keeps the room of an offer that is likely to come, so that nothing moves when it does. */
export function PushOfferRoom() {
  const mayCome =
    'PushManager' in window &&
    'Notification' in window &&
    Notification.permission === 'default' &&
    deviceStorage.getItem(pushDeclinedKey) === null;
  return mayCome && <PushOfferLine className="invisible" />;
}
