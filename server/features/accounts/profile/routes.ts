import type { FastifyInstance } from 'fastify';
import { accountsApi } from '../../../../contract/accounts.ts';
import { ownAccountApi } from '../../../../contract/own-account.ts';
import { jsonText, mount } from '../../../platform/http/route.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import type { ProfileParts } from '../../../ports.ts';
import { type ExportDeps, exportData } from './export-data.ts';
import { readProfile } from './read-profile.ts';

export interface ProfileRoutesDeps extends ExportDeps {
  profileParts: ProfileParts;
}

/** Where players see who they are here, and take their data along. */
export function profileRoutes(app: FastifyInstance, deps: ProfileRoutesDeps): void {
  mount(app, accountsApi.getProfile, ({ player }) => readProfile(player, deps));

  mount(
    app,
    ownAccountApi.exportData,
    async ({ player, reply }) => {
      const data = await exportData(player.id, deps);
      if (isRefusal(data)) return data;
      reply.header('content-disposition', 'attachment; filename="my-data.json"');
      reply.header('cache-control', 'no-store');
      return jsonText(data);
    },
    { limit: { name: 'export', max: 10, windowSeconds: 3_600, by: 'player' }, isLong: true },
  );
}
