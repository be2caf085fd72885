// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { dataExportApi } from '../../../../contract/data-export.ts';
import { mount } from '../../../platform/http/route.ts';
import { type AskDeps, askExport, readExportState } from './ask-export.ts';
import { type ArchiveReadDeps, readArchive } from './read-archive.ts';

export type ExportRoutesDeps = AskDeps & ArchiveReadDeps;

/** Lets players request and download their data. The download needs their session; the address alone is not enough. */
export function exportRoutes(app: FastifyInstance, deps: ExportRoutesDeps): void {
  mount(app, dataExportApi.state, ({ player }) => readExportState(player.id, deps));

  mount(
    app,
    dataExportApi.ask,
    ({ player, idempotencyKey }) => askExport({ playerId: player.id, idempotencyKey }, deps),
    { limit: { name: 'export', max: 10, windowSeconds: 3_600, by: 'player' } },
  );

  mount(
    app,
    dataExportApi.archive,
    ({ player, params }) => readArchive({ exportId: params.id, playerId: player.id }, deps),
    { limit: { name: 'export-archive', max: 30, windowSeconds: 3_600, by: 'player' } },
  );
}
