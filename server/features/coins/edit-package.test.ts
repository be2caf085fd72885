import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nothingWaits } from '../../../tests/support/approvals.ts';
import { type Buyer, type CoinsTest, startCoinsTest } from '../../../tests/support/coins.ts';
import { meanwhile } from '../../../tests/support/meanwhile.ts';
import { isRefusal, refuse } from '../../platform/refusal.ts';
import { listPackages } from './coin-package-store.ts';
import { type ChangeDeps, createPackage, deletePackage, editPackage } from './edit-package.ts';

let coins: CoinsTest;
let admin: Buyer;
let deps: ChangeDeps;
beforeAll(async () => {
  coins = await startCoinsTest();
  deps = { ...coins.deps, askApproval: nothingWaits };
  admin = await coins.buyer({ role: 'ADMIN' });
});
afterAll(() => coins.close());

const terms = {
  title: 'GC_500',
  coins: 500,
  originalPriceCents: 500,
  discountPercentage: 10,
  isActive: true,
};

async function create() {
  const made = await createPackage({ actorId: admin.id, terms, idempotencyKey: randomUUID() }, deps);
  if (isRefusal(made)) throw new Error(made.refused);
  return made;
}

const log = (id: string) =>
  coins.db.rows<{ action: string; before: object | null; after: object | null }>(sql`
    select action, before, after from admin_changes where subject = ${`coin-package:${id}`} order by id`);

it('creates, changes and deletes a package, and writes each down with before and after', async () => {
  const made = await create();
  expect(made).toMatchObject({ ...terms, priceCents: 450 });
  const change = { actorId: admin.id, packageId: made.id, terms: { discountPercentage: 0, isActive: false } };
  const changed = await editPackage(change, deps);
  expect(changed).toMatchObject({ title: 'GC_500', priceCents: 500, isActive: false });
  expect(await listPackages(coins.db)).toEqual([changed]);
  const deletion = { actorId: admin.id, packageId: made.id, idempotencyKey: randomUUID() };
  expect(await deletePackage(deletion, deps)).toEqual({});
  expect(await listPackages(coins.db)).toEqual([]);
  expect(await log(made.id)).toEqual([
    { action: 'coin-package.create', before: null, after: made },
    { action: 'coin-package.change', before: made, after: changed },
    { action: 'coin-package.delete', before: changed, after: null },
  ]);
});

it('answers a deletion that is asked for again with its key as it did, also where both come at once', async () => {
  const made = await create();
  const deletion = { actorId: admin.id, packageId: made.id, idempotencyKey: randomUUID() };
  const both = [deletePackage(deletion, deps), deletePackage(deletion, deps)];
  expect(await Promise.all(both)).toEqual([{}, {}]);
  expect(await deletePackage(deletion, deps)).toEqual({});
  expect(await deletePackage({ ...deletion, idempotencyKey: randomUUID() }, deps)).toEqual(
    refuse('not_found'),
  );
  expect(await log(made.id)).toHaveLength(2);
});

it('leaves payments alone that were begun before', async () => {
  const player = await coins.buyer();
  const { id } = await create();
  const { paymentId, intentId } = await coins.order(player, id);
  await editPackage({ actorId: admin.id, packageId: id, terms: { coins: 1 } }, deps);
  await deletePackage({ actorId: admin.id, packageId: id, idempotencyKey: randomUUID() }, deps);
  await coins.deliver(coins.webhook('payment_intent.succeeded', coins.stripe.pay(intentId)));
  expect((await coins.balances(player)).gamerCoins).toBe(500);
  expect(await coins.payment(player, paymentId)).toMatchObject({ packageTitle: 'GC_500', price: 4.5 });
});

it('knows what is not there, and leaves nothing behind of what the limits forbid', async () => {
  const nowhere = { actorId: admin.id, packageId: randomUUID(), idempotencyKey: randomUUID() };
  expect(await editPackage({ ...nowhere, terms }, deps)).toEqual(refuse('not_found'));
  expect(await deletePackage(nowhere, deps)).toEqual(refuse('not_found'));
  const made = await create();
  for (const wrong of [{ coins: 0 }, { originalPriceCents: 0 }, { discountPercentage: 101 }, { title: '' }]) {
    const change = editPackage({ actorId: admin.id, packageId: made.id, terms: wrong }, deps);
    await expect(change).rejects.toThrow('check constraint');
  }
  expect(await log(made.id)).toHaveLength(1);
});

it('keeps both of two changes that are made at once', async () => {
  const made = await create();
  const change = (part: object) => editPackage({ actorId: admin.id, packageId: made.id, terms: part }, deps);
  const outcomes = await Promise.all([change({ coins: 7 }), change({ title: 'seven' })]);
  expect(outcomes.some(isRefusal)).toBe(false);
  const [now] = (await listPackages(coins.db)).filter(({ id }) => id === made.id);
  expect(now).toMatchObject({ coins: 7, title: 'seven' });
});

it('sells no package that is deleted in this moment', async () => {
  const player = await coins.buyer();
  const packageId = await coins.addPackage();
  const answer = await meanwhile(
    coins.db,
    (tx) => tx.run(sql`delete from coin_packages where id = ${packageId}`),
    () => coins.createIntent(player, { packageId }),
  );
  expect(answer).toMatchObject({ status: 409, code: 'package_unavailable' });
});
