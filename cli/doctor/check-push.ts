// SPDX-License-Identifier: Apache-2.0

import type { PushState } from '../../server/features/notifications/feature.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';

/** Whether messages reach the devices that players turned them on for. */
export function checkPush({ publicKey, devices, unreachable }: PushState, isConfigured: boolean): Finding {
  const { ok, look } = findingsAbout('push');
  if (unreachable > 0) {
    return look(
      `${unreachable} of ${devices} devices take messages of another key alone`,
      isConfigured
        ? 'put the former VAPID_PRIVATE_KEY back; otherwise they come back one by one, when their players visit'
        : 'VAPID_PRIVATE_KEY was set before: put it back; otherwise they come back one by one',
    );
  }
  const whose = isConfigured ? 'VAPID_PRIVATE_KEY' : 'the key made here';
  return ok(
    publicKey ? `${devices} devices take messages of ${whose}` : 'a key is made when it is first needed',
  );
}
