// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceStorage } from '../../lib/device-storage.ts';
import { pushDeclinedKey } from '../../lib/push-owner.ts';
import { profileQuery } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { BellRing } from '../../ui/icons/bell-ring.ts';
import { usePushState, useTurnOn } from './settings-api.ts';

/**
 * A line in a running attempt's card that offers push messages on this device, until the player accepts or declines.
 */
export function PushOffer() {
  const playerId = useQuery(profileQuery).data?._id;
  const state = usePushState();
  const [declinedBy, setDeclinedBy] = useState(() => deviceStorage.getItem(pushDeclinedKey));
  if (!playerId || state !== 'off' || declinedBy === playerId) return null;
  return (
    <Offer
      playerId={playerId}
      onDecline={() => {
        deviceStorage.setItem(pushDeclinedKey, playerId);
        setDeclinedBy(playerId);
      }}
    />
  );
}

function Offer({ playerId, onDecline }: { playerId: string; onDecline: () => void }) {
  const { mutate, isPending, isError } = useTurnOn(playerId);
  return (
    <section
      aria-label="Notify me on this device"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-t pt-4 text-sm print:hidden"
    >
      <BellRing size={20} className="shrink-0 text-storm-soft" aria-hidden="true" />
      <p className="min-w-40 flex-1 text-soft">Get a ping when your match is decided.</p>
      <div className="flex gap-2">
        <Button size="sm" onClick={onDecline}>
          Not now
        </Button>
        <Button size="sm" busy={isPending && 'One moment...'} onClick={() => mutate()}>
          Notify me
        </Button>
      </div>
      {isError && (
        <p role="alert" className="w-full text-loss">
          Your browser couldn’t turn on notifications. You can try again on your profile.
        </p>
      )}
    </section>
  );
}
