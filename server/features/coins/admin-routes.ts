// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { coinsAdminApi } from '../../../contract/coins-admin.ts';
import type { EditDeps } from '../../editable.ts';
import { mount } from '../../platform/http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { listPackagesPage } from './packages/coin-package-admin-store.ts';
import { packageEdits, switchPackage } from './packages/edit-package.ts';
import { loadedTerms, toFormUnits, toTerms } from './packages/package-form.ts';
import { viewPackageForAdmins } from './views.ts';

export function coinsAdminRoutes(app: FastifyInstance, deps: EditDeps<typeof packageEdits>): void {
  mount(
    app,
    coinsAdminApi.list,
    async ({ query }) => {
      const { rows, total } = await listPackagesPage(deps.db, query);
      return { list: rows.map(viewPackageForAdmins), total };
    },
    { isLong: true },
  );

  mount(app, coinsAdminApi.create, async ({ player, body, idempotencyKey }) => {
    const terms = { ...toTerms(body), isActive: true };
    const created = await packageEdits.create({ actorId: player.id, terms, idempotencyKey }, deps);
    return isRefusal(created) ? created : viewPackageForAdmins(created);
  });

  mount(app, coinsAdminApi.update, async ({ player, params, body }) => {
    const loaded = body.loaded && loadedTerms(body.loaded);
    const change = { actorId: player.id, id: params.id, terms: toTerms(body), loaded };
    const changed = await packageEdits.edit(change, deps);
    return isRefusal(changed) ? toFormUnits(changed) : viewPackageForAdmins(changed);
  });

  mount(app, coinsAdminApi.toggle, async ({ player, params, query, idempotencyKey }) => {
    const isActive = query.isActive === undefined ? undefined : query.isActive === 'true';
    const isUndo = query.isUndo === 'true';
    const change = { actorId: player.id, packageId: params.id, isActive, isUndo, idempotencyKey };
    const switched = await switchPackage(change, deps);
    return isRefusal(switched) ? switched : { _id: switched.id, isActive: switched.isActive };
  });

  mount(app, coinsAdminApi.remove, ({ player, params, idempotencyKey }) =>
    packageEdits.remove({ actorId: player.id, id: params.id, idempotencyKey }, deps),
  );
}
