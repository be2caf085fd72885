// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { minPaymentCents } from '../../../contract/coins.ts';
import { type AdminCoinPackage, coinsAdminApi, type PackageInput } from '../../../contract/coins-admin.ts';
import { mount } from '../../platform/http/route.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { listPackagesPage } from './coin-package-admin-store.ts';
import type { PackageRow } from './coin-package-store.ts';
import { type ChangeDeps, createPackage, deletePackage, editPackage, switchPackage } from './edit-package.ts';
import { viewPackage } from './payment-view.ts';

function viewForAdmins(row: PackageRow): AdminCoinPackage {
  const isTooCheap = row.priceCents < minPaymentCents;
  return {
    ...viewPackage(row),
    paymentNote: isTooCheap ? 'Card payments start at $0.50: nobody can buy this package.' : null,
  };
}

/** What the form says, as it is kept; the price that is charged is never taken from it. */
function toTerms({ title, coins, originalPrice, discountPercentage }: PackageInput) {
  return { title, coins, originalPriceCents: Math.round(originalPrice * 100), discountPercentage };
}

/** What the form showed, in the units in which it is kept. */
function loadedTerms({ originalPrice, ...shown }: Record<string, unknown>) {
  return typeof originalPrice === 'number'
    ? { ...shown, originalPriceCents: Math.round(originalPrice * 100) }
    : shown;
}

/** What somebody else has changed meanwhile as the form shows it, which sends it back as seen when it is saved again. */
function toFormUnits(refusal: Refusal): Refusal {
  if (refusal.refused !== 'changed_meanwhile') return refusal;
  const current = Object.entries(refusal.data?.current as Record<string, unknown>).map(([field, value]) =>
    field === 'originalPriceCents' ? ['originalPrice', Number(value) / 100] : [field, value],
  );
  const fields = current.map(([field]) => field).join(', ');
  return refuse('changed_meanwhile', { fields, current: Object.fromEntries(current) });
}

export function coinsAdminRoutes(app: FastifyInstance, deps: ChangeDeps): void {
  mount(
    app,
    coinsAdminApi.list,
    async ({ query }) => {
      const { rows, total } = await listPackagesPage(deps.db, query);
      return { list: rows.map(viewForAdmins), total };
    },
    { isLong: true },
  );

  mount(app, coinsAdminApi.create, async ({ player, body, idempotencyKey }) => {
    const terms = { ...toTerms(body), isActive: true };
    const created = await createPackage({ actorId: player.id, terms, idempotencyKey }, deps);
    return isRefusal(created) ? created : viewForAdmins(created);
  });

  mount(app, coinsAdminApi.update, async ({ player, params, body }) => {
    const loaded = body.loaded && loadedTerms(body.loaded);
    const change = { actorId: player.id, packageId: params.id, terms: toTerms(body), loaded };
    const changed = await editPackage(change, deps);
    return isRefusal(changed) ? toFormUnits(changed) : viewForAdmins(changed);
  });

  mount(app, coinsAdminApi.toggle, async ({ player, params, query, idempotencyKey }) => {
    const isActive = query.isActive === undefined ? undefined : query.isActive === 'true';
    const change = { actorId: player.id, packageId: params.id, isActive, idempotencyKey };
    const switched = await switchPackage(change, deps);
    return isRefusal(switched) ? switched : { _id: switched.id, isActive: switched.isActive };
  });

  mount(app, coinsAdminApi.remove, ({ player, params, idempotencyKey }) =>
    deletePackage({ actorId: player.id, packageId: params.id, idempotencyKey }, deps),
  );
}
