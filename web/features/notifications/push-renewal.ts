// SPDX-License-Identifier: Apache-2.0

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pushRenewed } from '../../../contract/offline.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { forgetPush, pushAddressKey, pushOwnerKey } from '../../lib/push-owner.ts';
import { profileQuery } from '../../lib/query.ts';
import { readAddress } from './push-device.ts';
import { pushStateQuery, settingsQuery, turnOn, usePushState } from './settings-api.ts';

/** Restores push messages for a player who had them in this browser in an earlier session. */
export function PushRenewal(): null {
  const playerId = useQuery(profileQuery).data?._id;
  const state = usePushState();
  useRenewal(playerId, state === 'on' || (state === 'off' && isLost(playerId)));
  return null;
}

/** True if the player had messages here and still allows them, but the browser has dropped the subscription. */
function isLost(playerId: string | undefined): boolean {
  return Notification.permission === 'granted' && deviceStorage.getItem(pushOwnerKey) === playerId;
}

/** Ties the browser's subscription to this player's session, or removes it. */
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
      const isAddressSent = deviceStorage.getItem(pushAddressKey) === (await readAddress());
      if (isAddressSent && devices.some(({ isCurrent }) => isCurrent)) return;
      // The player may have turned messages off meanwhile.
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
