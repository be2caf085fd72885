// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { BellOff } from '../../ui/icons/bell-off.ts';
import { BellRing } from '../../ui/icons/bell-ring.ts';
import { Notice } from '../../ui/panels.tsx';
import type { PushState } from './push-device.ts';
import { settingsQuery, usePushState, useRemoveDevice, useTurnOn } from './settings-api.ts';

const texts: Record<PushState, string> = {
  on: 'This device gets notifications, even when the site is closed.',
  off: 'This device gets no notifications. When you turn them on, your browser asks you once.',
  blocked: 'Your browser blocks notifications from this site. Allow them in its settings, then come back.',
  install:
    'On an iPhone or iPad, add this site to your home screen first: press Share, then "Add to Home Screen", and open it from there.',
  unsupported: 'This browser doesn’t support notifications. Use the bell and the daily mail instead.',
};

/** Whether this browser gets notifications, why not, and how to change that. */
export function ThisDevice({ playerId }: { playerId: string }) {
  const state = usePushState();
  const current = useQuery(settingsQuery).data?.devices.find(({ isCurrent }) => isCurrent);
  const turningOn = useTurnOn(playerId);
  const removing = useRemoveDevice();
  // The server may have deleted a device whose browser still has a subscription.
  const shown = state === 'on' && !current ? 'off' : state;
  return (
    <div className="grid gap-4 border-line-soft border-b px-5 py-5">
      <div className="grid items-center gap-4 sm:grid-cols-[1fr_auto] sm:gap-8">
        <div>
          <h3 className="text-base">This device</h3>
          <p role="status" className="mt-1 min-h-10 max-w-[60ch] text-muted text-sm">
            {shown ? texts[shown] : ''}
          </p>
        </div>
        {shown === 'on' && current && (
          <Button
            icon={<BellOff size={18} aria-hidden="true" />}
            busy={removing.isPending && 'One moment...'}
            onClick={() => removing.mutate({ id: current._id, isCurrent: true })}
          >
            Turn off here
          </Button>
        )}
        {shown === 'off' && (
          <Button
            icon={<BellRing size={18} aria-hidden="true" />}
            busy={turningOn.isPending && 'One moment...'}
            onClick={() => turningOn.mutate()}
          >
            Turn on here
          </Button>
        )}
      </div>
      {turningOn.error && (
        <Notice title="Notifications couldn’t be turned on">
          <FailureText error={turningOn.error} />
        </Notice>
      )}
    </div>
  );
}
