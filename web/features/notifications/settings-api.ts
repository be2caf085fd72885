// SPDX-License-Identifier: Apache-2.0

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  notificationSettingsApi as api,
  type NotificationChoices,
  type NotificationSettings,
} from '../../../contract/notification-settings.ts';
import { call } from '../../lib/api.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { forgetPush, pushAddressKey, pushOwnerKey } from '../../lib/push-owner.ts';
import { keys, mayWait } from '../../lib/query.ts';
import { notify } from '../../ui/toast.tsx';
import { readPushState, subscribe } from './push-device.ts';

export const settingsQuery = queryOptions({
  queryKey: [...keys.notifications, 'settings'],
  queryFn: ({ signal }) => call(api.read, {}, { signal, quiet: true }),
});

export const pushStateQuery = queryOptions({
  queryKey: ['push-state'],
  queryFn: readPushState,
  // Refetched, because players can change it in their browser's settings.
  refetchOnWindowFocus: 'always',
});

function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: pushStateQuery.queryKey }),
    ]);
}

/** Saves choices one after the other, each together with the result of the previous one. */
export function useChangeChoices() {
  const queryClient = useQueryClient();
  const { queryKey } = settingsQuery;
  return useMutation({
    ...mayWait,
    scope: { id: 'notification-choices' },
    mutationFn: async (change: (known: NotificationChoices) => Partial<NotificationChoices>) => {
      const { push, mail, quietHours } = await queryClient.ensureQueryData(settingsQuery);
      const known = { push, mail, quietHours };
      return call(api.change, { body: { ...known, ...change(known) } });
    },
    onSuccess: (choices) =>
      queryClient.setQueryData<NotificationSettings>(queryKey, (known) => known && { ...known, ...choices }),
  });
}

/** Turns on messages for this browser; false if the player declines. */
export async function turnOn(playerId: string, serverKey: string): Promise<boolean> {
  const body = await subscribe(serverKey);
  if (!body) return false;
  await call(api.addDevice, { body });
  deviceStorage.setItem(pushOwnerKey, playerId);
  deviceStorage.setItem(pushAddressKey, body.endpoint);
  return true;
}

export function useTurnOn(playerId: string) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async () => {
      const { serverKey } = await queryClient.ensureQueryData(settingsQuery);
      return turnOn(playerId, serverKey);
    },
    onSuccess: (isOn) => {
      if (isOn) notify.done('Notifications are on for this device');
    },
    onSettled: refresh,
  });
}

export function useRemoveDevice() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ id, isCurrent }: { id: string; isCurrent: boolean }) => {
      if (isCurrent) forgetPush();
      await call(api.removeDevice, { params: { id } });
    },
    onSettled: refresh,
  });
}

export function useSilence() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async () => {
      forgetPush();
      await call(api.silence);
    },
    onSuccess: () => notify.done('Device notifications and the daily mail are off'),
    onSettled: refresh,
  });
}

export const usePushState = () => useQuery(pushStateQuery).data;
