// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceStorage } from '../../lib/device-storage.ts';
import { pushDeclinedKey } from '../../lib/push-owner.ts';
import { profileQuery } from '../../lib/query.ts';
import { PushOfferLine, PushOfferRoom } from './push-offer-line.tsx';
import { usePushState, useTurnOn } from './settings-api.ts';

/**
 * A line in a running attempt's card that offers push messages on this device, until the player accepts or declines.
 */
export function PushOffer() {
  const playerId = useQuery(profileQuery).data?._id;
  const state = usePushState();
  const [declinedBy, setDeclinedBy] = useState(() => deviceStorage.getItem(pushDeclinedKey));
  if (!playerId || !state) return <PushOfferRoom />;
  if (state !== 'off' || declinedBy === playerId) return null;
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
    <PushOfferLine isBusy={isPending} onDecline={onDecline} onAccept={() => mutate()}>
      {isError && (
        <p role="alert" className="w-full text-loss">
          Your browser couldn’t turn on notifications. You can try again on your profile.
        </p>
      )}
    </PushOfferLine>
  );
}
