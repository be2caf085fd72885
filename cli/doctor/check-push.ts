// SPDX-License-Identifier: Apache-2.0

import { plural, pluralForm } from '../../contract/amounts.ts';
import type { PushState } from '../../server/features/notifications/feature.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';

/** Checks that push messages reach the players' devices. */
export function checkPush({ publicKey, devices, unreachable }: PushState, isConfigured: boolean): Finding {
  const { ok, look } = findingsAbout('push');
  if (unreachable > 0) {
    return look(
      `${unreachable} of ${plural(devices, 'device')} ${pluralForm(unreachable, 'accepts', 'accept')} only messages of another key`,
      isConfigured
        ? 'restore the previous VAPID_PRIVATE_KEY; otherwise each subscribes again when its player visits'
        : 'restore VAPID_PRIVATE_KEY, which was set before; otherwise each subscribes again when its player visits',
    );
  }
  const whose = isConfigured ? 'VAPID_PRIVATE_KEY' : 'the key made here';
  return ok(
    publicKey ? `${plural(devices, 'device')} on ${whose}` : 'the key is made when it is first needed',
  );
}
