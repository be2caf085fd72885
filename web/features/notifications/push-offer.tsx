// SPDX-License-Identifier: Apache-2.0

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pushRenewed } from '../../../contract/offline.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { forgetPush, pushAddressKey, pushDeclinedKey, pushOwnerKey } from '../../lib/push-owner.ts';
import { profileQuery } from '../../lib/query.ts';
import { latestAttemptKey } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BellRing } from '../../ui/icons/bell-ring.ts';
import { readAddress } from './push-device.ts';
import { pushStateQuery, settingsQuery, turnOn, usePushState, useTurnOn } from './settings-api.ts';
import './push-offer.css';

/**
 * Offers messages on this device: once, after a first challenge was entered, when there is something to wait for. Turns them
 * on again automatically for a player who had them here in an earlier session.
 */
export function PushOffer() {
  const profile = useQuery(profileQuery).data;
  const state = usePushState();
  const [declinedBy, setDeclinedBy] = useState(() => deviceStorage.getItem(pushDeclinedKey));
  useRenewal(profile?._id, state === 'on' || (state === 'off' && isLost(profile?._id)));
  if (!profile || state !== 'off' || declinedBy === profile._id) return null;
  const hasEntered =
    profile.challengeStats.totalChallenges > 0 || deviceStorage.getItem(latestAttemptKey) !== null;
  if (!hasEntered) return null;
  return (
    <Offer
      playerId={profile._id}
      onDecline={() => {
        deviceStorage.setItem(pushDeclinedKey, profile._id);
        setDeclinedBy(profile._id);
      }}
    />
  );
}

/** The player had messages here and still allows them, but the browser has dropped its subscription. */
function isLost(playerId: string | undefined): boolean {
  return Notification.permission === 'granted' && deviceStorage.getItem(pushOwnerKey) === playerId;
}

/** A subscribed browser belongs to this player's session, or to nobody. */
function useRenewal(playerId: string | undefined, isOn: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!playerId || !isOn) return;
    if (deviceStorage.getItem(pushOwnerKey) !== playerId) {
      forgetPush();
      void queryClient.invalidateQueries({ queryKey: pushStateQuery.queryKey });
      return;
    }
    const renew = async () => {
      const { devices, serverKey } = await queryClient.fetchQuery(settingsQuery);
      const isTold = deviceStorage.getItem(pushAddressKey) === (await readAddress());
      if (isTold && devices.some(({ isCurrent }) => isCurrent)) return;
      // The player may have turned messages off in the meantime.
      if (deviceStorage.getItem(pushOwnerKey) !== playerId) return;
      await turnOn(playerId, serverKey);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: pushStateQuery.queryKey }),
      ]);
    };
    renew().catch(() => {});
    const onMessage = ({ data }: MessageEvent) => {
      if (data === pushRenewed) renew().catch(() => {});
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [playerId, isOn, queryClient]);
}

function Offer({ playerId, onDecline }: { playerId: string; onDecline: () => void }) {
  const { mutate, isPending, isError } = useTurnOn(playerId);
  return (
    <section
      aria-label="Messages on this device"
      data-offer=""
      className="fixed inset-x-4 bottom-20 z-30 print:hidden sm:bottom-4 sm:left-auto sm:w-100"
    >
      <Card edge="live" inside="grid gap-4 p-5">
        <div className="flex gap-4">
          <BellRing size={24} className="mt-0.5 shrink-0 text-storm-soft" aria-hidden="true" />
          <div className="grid gap-1">
            <h2 className="text-lg">Know your result at once</h2>
            <p className="text-muted text-sm">
              We can tell this device when a match is decided, a gift card is ready or a giveaway drawn. You
              choose what, and when it stays quiet.
            </p>
          </div>
        </div>
        {isError && (
          <p role="alert" className="text-loss text-sm">
            Your browser could not turn messages on. You find them on your profile, too.
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="sm" onClick={onDecline}>
            Not now
          </Button>
          <Button size="sm" kind="main" busy={isPending && 'One moment...'} onClick={() => mutate()}>
            Tell me
          </Button>
        </div>
      </Card>
    </section>
  );
}
