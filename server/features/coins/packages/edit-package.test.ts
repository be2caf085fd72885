// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { nothingWaits } from '../../../../tests/support/approvals.ts';
import { type Buyer, startCoinsTest } from '../../../../tests/support/coins.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import type { EditDeps } from '../../../editable.ts';
import { isRefusal, refuse } from '../../../platform/refusal.ts';
import { listPackages } from './coin-package-store.ts';
import { packageEdits, switchPackage } from './edit-package.ts';

const coins = openForTests(startCoinsTest);
let admin: Buyer;
let deps: EditDeps<typeof packageEdits>;
beforeAll(async () => {
  deps = { ...coins.deps, askApproval: nothingWaits };
  admin = await coins.buyer({ role: 'ADMIN' });
});

const terms = {
  title: 'GC_500',
  coins: 500,
  originalPriceCents: 500,
  discountPercentage: 10,
  isActive: true,
};

async function create() {
  const made = await packageEdits.create({ actorId: admin.id, terms, idempotencyKey: randomUUID() }, deps);
  if (isRefusal(made)) throw new Error(made.refused);
  return made;
}

const log = (id: string) =>
  coins.db.rows<{ action: string; before: object | null; after: object | null }>(sql`
    select action, before, after from admin_changes where subject = ${`coin-package:${id}`} order by id`);

it('creates, changes and deletes a package, and logs each with before and after', async () => {
  const made = await create();
  expect(made).toMatchObject({ ...terms, priceCents: 450 });
  const change = { actorId: admin.id, id: made.id, terms: { discountPercentage: 0, isActive: false } };
  const changed = await packageEdits.edit(change, deps);
  expect(changed).toMatchObject({ title: 'GC_500', priceCents: 500, isActive: false });
  expect(await listPackages(coins.db)).toEqual([changed]);
  const deletion = { actorId: admin.id, id: made.id, idempotencyKey: randomUUID() };
  expect(await packageEdits.remove(deletion, deps)).toEqual({});
  expect(await listPackages(coins.db)).toEqual([]);
  expect(await log(made.id)).toEqual([
    { action: 'coin-package.create', before: null, after: made },
    { action: 'coin-package.change', before: made, after: changed },
    { action: 'coin-package.delete', before: changed, after: null },
  ]);
});

it('answers a repeated deletion alike, even when both run concurrently', async () => {
  const made = await create();
  const deletion = { actorId: admin.id, id: made.id, idempotencyKey: randomUUID() };
  const both = [packageEdits.remove(deletion, deps), packageEdits.remove(deletion, deps)];
  expect(await Promise.all(both)).toEqual([{}, {}]);
  expect(await packageEdits.remove(deletion, deps)).toEqual({});
  expect(await packageEdits.remove({ ...deletion, idempotencyKey: randomUUID() }, deps)).toEqual(
    refuse('not_found'),
  );
  expect(await log(made.id)).toHaveLength(2);
});

it('refuses a key used for another package or another call', async () => {
  const [one, other] = [await create(), await create()];
  const [switched, deleted] = [randomUUID(), randomUUID()];
  const reused = refuse('idempotency_key_reused');
  const change = (made: { id: string }, idempotencyKey: string) => ({
    actorId: admin.id,
    id: made.id,
    idempotencyKey,
  });
  expect(
    await switchPackage({ ...change(one, switched), packageId: one.id, isActive: false }, deps),
  ).toMatchObject({
    id: one.id,
  });
  expect(
    await switchPackage({ ...change(other, switched), packageId: other.id, isActive: false }, deps),
  ).toEqual(reused);
  expect(await switchPackage({ ...change(one, switched), packageId: one.id, isActive: true }, deps)).toEqual(
    reused,
  );
  expect(await packageEdits.remove(change(one, switched), deps)).toEqual(reused);
  expect(await packageEdits.remove(change(one, deleted), deps)).toEqual({});
  expect(await packageEdits.remove(change(other, deleted), deps)).toEqual(reused);
  const kept = (await listPackages(coins.db)).filter(({ id }) => [one.id, other.id].includes(id));
  expect(kept).toEqual([other]);
});

it("undoes an administrator's own switch, unless another switched it since", async () => {
  const one = await create();
  const { id: colleague } = await coins.buyer({ role: 'ADMIN' });
  const turn = (isActive: boolean, { by = admin.id, isUndo = false } = {}) =>
    switchPackage({ actorId: by, packageId: one.id, isActive, isUndo, idempotencyKey: randomUUID() }, deps);
  await turn(false);
  expect(await turn(true, { isUndo: true })).toMatchObject({ isActive: true });
  await turn(false);
  await turn(true, { by: colleague });
  await turn(false, { by: colleague });
  expect(await turn(true, { isUndo: true })).toMatchObject({ refused: 'changed_meanwhile' });
  await packageEdits.remove({ actorId: admin.id, id: one.id, idempotencyKey: randomUUID() }, deps);
});

it('asks for approval when a package gives more than before, and changes nothing meanwhile', async () => {
  // Deleted packages of the other tests would also count.
  await coins.db.run(sql`delete from coin_packages`);
  await coins.db.run(sql`delete from former_prices`);
  const asked: object[] = [];
  const waiting: EditDeps<typeof packageEdits> = {
    ...deps,
    async askApproval(_tx, { measure, ...request }) {
      asked.push({ ...request, measures: await measure() });
      return refuse('waits_for_approval');
    },
  };
  const measures = (coins: number, perDollar: number, cut = 0) => [
    { kind: 'package', coins },
    { kind: 'packagePerDollar', coins: perDollar },
    { kind: 'priceCut', coins: cut },
  ];
  const creation = { actorId: admin.id, terms, idempotencyKey: randomUUID() };
  expect(await packageEdits.create(creation, waiting)).toMatchObject({ refused: 'waits_for_approval' });
  expect(asked.pop()).toEqual({
    actorId: admin.id,
    operation: 'coin-package.create',
    permission: 'coins:write',
    title: 'Sell the package “GC_500”',
    subject: 'coin-package',
    before: null,
    after: terms,
    input: { terms },
    // 500 coins for $4.50
    measures: measures(500, 112),
  });
  const { id: packageId, ...made } = await create();
  const edit = async (changed: object) => {
    const change = { actorId: admin.id, id: packageId, terms: changed };
    expect(await packageEdits.edit(change, waiting)).toMatchObject({ refused: 'waits_for_approval' });
    return asked.pop();
  };
  expect(await edit({ coins: 600 })).toEqual({
    actorId: admin.id,
    operation: 'coin-package.change',
    permission: 'coins:write',
    title: 'Change the package “GC_500”',
    subject: `coin-package:${packageId}`,
    before: terms,
    after: { ...terms, coins: 600 },
    input: { packageId, terms: { coins: 600 } },
    measures: measures(600, 134, 17),
  });
  // A price cut gives no more coins in total; a decrease per dollar does not count.
  expect(await edit({ originalPriceCents: 400 })).toMatchObject({ measures: measures(0, 139, 20) });
  expect(await edit({ coins: 501, originalPriceCents: 900 })).toMatchObject({ measures: measures(501, 0) });
  expect(await edit({ title: 'Renamed' })).toMatchObject({ measures: measures(0, 0) });
  expect((await listPackages(coins.db)).filter(({ id }) => id === packageId)).toEqual([
    { id: packageId, ...made },
  ]);
  expect(await log(packageId)).toHaveLength(1);
});

it('applies an approved change in the name of its requester', async () => {
  const approvable = packageEdits.approvable(deps);
  const approved = { actorId: admin.id, reason: 'fine', approvalId: randomUUID(), approverId: null };
  const carryOut = (operation: string, input: { terms: object }, shown = {}) =>
    coins.db.transaction(async (tx) =>
      approvable[operation]?.(tx, { ...approved, input, before: { ...made(), ...shown }, after: null }),
    );
  const made = () => ({ ...terms, title: 'Approved' });
  await carryOut('coin-package.create', { terms: { ...terms, title: 'Approved' } });
  const [row] = (await listPackages(coins.db)).filter(({ title }) => title === 'Approved');
  const packageId = row?.id ?? '';
  expect(row).toMatchObject(made());
  const change = { packageId, terms: { coins: 9 } };
  const cheaper = await carryOut('coin-package.change', change, { originalPriceCents: 1_000 });
  expect(cheaper).toMatchObject({ refused: 'changed_meanwhile', data: { fields: 'originalPriceCents' } });
  await carryOut('coin-package.change', change);
  const [changed] = (await listPackages(coins.db)).filter(({ id }) => id === packageId);
  expect(changed).toEqual({ ...row, coins: 9 });
  expect(await log(packageId)).toEqual([
    { action: 'coin-package.create', before: null, after: row },
    { action: 'coin-package.change', before: row, after: changed },
  ]);
});

it('leaves payments that had already started unchanged', async () => {
  const player = await coins.buyer();
  const { id } = await create();
  const { paymentId, intentId } = await coins.order(player, id);
  await packageEdits.edit({ actorId: admin.id, id, terms: { coins: 1 } }, deps);
  await packageEdits.remove({ actorId: admin.id, id, idempotencyKey: randomUUID() }, deps);
  await coins.deliver(coins.webhook('payment_intent.succeeded', coins.stripe.pay(intentId)));
  expect((await coins.balances(player)).gamerCoins).toBe(500);
  expect(await coins.payment(player, paymentId)).toMatchObject({ packageTitle: 'GC_500', price: 4.5 });
});

it('refuses unknown packages, and stores nothing beyond the limits', async () => {
  const nowhere = { actorId: admin.id, id: randomUUID(), idempotencyKey: randomUUID() };
  expect(await packageEdits.edit({ actorId: admin.id, id: nowhere.id, terms }, deps)).toEqual(
    refuse('not_found'),
  );
  expect(await packageEdits.remove(nowhere, deps)).toEqual(refuse('not_found'));
  const made = await create();
  for (const wrong of [{ coins: 0 }, { originalPriceCents: 0 }, { discountPercentage: 101 }, { title: '' }]) {
    const change = packageEdits.edit({ actorId: admin.id, id: made.id, terms: wrong }, deps);
    await expect(change).rejects.toThrow('check constraint');
  }
  expect(await log(made.id)).toHaveLength(1);
});

it('keeps both of two concurrent changes', async () => {
  const made = await create();
  const change = (part: object) => packageEdits.edit({ actorId: admin.id, id: made.id, terms: part }, deps);
  const outcomes = await Promise.all([change({ coins: 7 }), change({ title: 'seven' })]);
  expect(outcomes.some(isRefusal)).toBe(false);
  const [now] = (await listPackages(coins.db)).filter(({ id }) => id === made.id);
  expect(now).toMatchObject({ coins: 7, title: 'seven' });
});

it('refuses to sell a package that is being deleted', async () => {
  const player = await coins.buyer();
  const packageId = await coins.addPackage();
  const answer = await meanwhile(
    coins.db,
    (tx) => tx.run(sql`delete from coin_packages where id = ${packageId}`),
    () => coins.createIntent(player, { packageId }),
  );
  expect(answer).toMatchObject({ status: 409, code: 'package_unavailable' });
});
