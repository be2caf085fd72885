// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { notificationSettingsApi as api } from '../../../../contract/notification-settings.ts';
import type { DeviceName } from '../../../message-ports.ts';
import { mount } from '../../../platform/http/route.ts';
import { refuse } from '../../../platform/refusal.ts';
import { addDevice, type DevicesDeps } from '../push/add-device.ts';
import { deleteSubscription } from '../push/push-subscription-store.ts';
import { changeChoices, readSettings, type SettingsDeps, silence } from './change-settings.ts';

export interface SettingsRoutesDeps extends SettingsDeps, DevicesDeps {
  /** A browser name that the player recognizes, from its User-Agent. */
  deviceName: DeviceName;
}

/** Lets players choose their notifications outside the site's pages, and the devices. */
export function settingsRoutes(app: FastifyInstance, deps: SettingsRoutesDeps): void {
  const { db, deviceName } = deps;
  mount(app, api.read, ({ player }) =>
    readSettings({ playerId: player.id, sessionId: player.sessionId }, deps),
  );
  mount(app, api.change, ({ player, body }) => changeChoices(player.id, body, deps));
  mount(
    app,
    api.addDevice,
    ({ player, body, request }) =>
      addDevice(
        {
          playerId: player.id,
          sessionId: player.sessionId,
          device: deviceName(request.headers['user-agent']),
          subscription: body,
        },
        deps,
      ),
    { limit: { name: 'push-device', max: 30, windowSeconds: 60, by: 'player' } },
  );
  mount(app, api.removeDevice, ({ player, params }) =>
    db.transaction(async (tx) =>
      (await deleteSubscription(tx, player.id, params.id)) ? {} : refuse('not_found'),
    ),
  );
  mount(app, api.silence, async ({ player }) => {
    await silence(player.id, deps);
    return {};
  });
}
