// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { dataExportApi } from '../../../../contract/data-export.ts';
import { fileAnswer } from '../../../platform/http/answers.ts';
import { mount } from '../../../platform/http/route.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Archives } from './archives.ts';
import { type AskDeps, askExport, readExportState } from './ask-export.ts';
import { findExport } from './data-export-store.ts';
import { viewExport } from './views.ts';

export interface ExportRoutesDeps extends AskDeps {
  archives: Archives;
}

/** Where players ask for their data and download it. Only their session opens it; the address alone does not. */
export function exportRoutes(app: FastifyInstance, deps: ExportRoutesDeps): void {
  const { db, clock, archives } = deps;
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
    async ({ player, params }) => {
      const row = await findExport(db, { id: params.id, playerId: player.id });
      const view = row && viewExport(row, clock.now());
      if (view?.status === 'expired') return refuse('export_expired');
      if (!row || view?.status !== 'ready' || view.endedAt === null) return refuse('not_found');
      const content = await archives.read(row);
      if (!content) return refuse('export_expired');
      return fileAnswer({
        content,
        name: `my-data-${view.endedAt.slice(0, 10)}.zip`,
        bytes: view.bytes ?? 0,
      });
    },
    { limit: { name: 'export-archive', max: 30, windowSeconds: 3_600, by: 'player' } },
  );
}
