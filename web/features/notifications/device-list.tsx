// SPDX-License-Identifier: Apache-2.0

import type { PushDevice } from '../../../contract/notification-settings.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { MonitorSmartphone } from '../../ui/icons/monitor-smartphone.ts';
import { Badge } from '../../ui/status.tsx';
import { useRemoveDevice } from './settings-api.ts';

/** The devices that receive push messages. */
export function DeviceList({ devices }: { devices: readonly PushDevice[] }) {
  const removing = useRemoveDevice();
  return (
    <div className="px-5 py-5">
      <h3 className="text-base">Devices</h3>
      {devices.length === 0 ? (
        <p className="mt-1 text-muted text-sm">
          No device gets notifications yet. Turn them on in each browser you use.
        </p>
      ) : (
        <ul aria-label="Devices with notifications">
          {devices.map(({ _id, device, createdAt, isCurrent }) => (
            <li
              key={_id}
              className="flex flex-wrap items-center gap-4 border-line-soft border-b py-3.5 last:border-b-0"
            >
              <MonitorSmartphone size={22} className="shrink-0 text-storm-soft" aria-hidden="true" />
              <div className="min-w-[min(10rem,100%)] flex-1 text-sm">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                  {device || 'Unknown device'}
                  {isCurrent && <Badge tone="win">This device</Badge>}
                </p>
                <p className="text-muted">Since {formatDateTime(createdAt)}</p>
              </div>
              <Button
                size="sm"
                aria-label={`Remove ${device || 'unknown device'}`}
                busy={removing.variables?.id === _id && removing.isPending && 'Removing...'}
                onClick={() => removing.mutate({ id: _id, isCurrent })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
