// SPDX-License-Identifier: Apache-2.0

import { minPaymentCents } from '../../../../contract/coins.ts';
import type { LoadedFields } from '../../../../contract/edits.ts';
import type { ApprovalMeasure, AskApproval, CarryOut } from '../../../approval-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  type AdminChange,
  asEdit,
  type Changed,
  changeAndRecord,
  changeOnce,
} from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Writers } from '../../../platform/db/editors.ts';
import {
  cutPercent,
  findHighestPrice,
  isCheaper,
  listFormerPrices,
  type Price,
  recordPriceChange,
} from '../../../platform/db/price-changes.ts';
import { mergeEdit, requireAsShown } from '../../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { toCoinsPerDollar, toPriceCents } from '../rules.ts';
import {
  insertPackage,
  listPackages,
  lockPackage,
  type PackageRow,
  type PackageTerms,
  removePackage,
  updatePackage,
} from './coin-package-store.ts';

/**
 * What administrators can do with coin packages. Every change is in the audit log, and none affects a payment that has
 * already begun. Limits as in db/migrations/0007_coins.sql; checked by the route.
 */
export interface ChangeDeps {
  db: Database;
  clock: Clock;
  askApproval: AskApproval;
}

/** What is stored of a change that waits for approval. */
interface AskedPackage {
  terms: PackageTerms;
}
interface AskedEdit {
  packageId: string;
  terms: Partial<PackageTerms>;
  loaded?: LoadedFields;
}

const createOperation = 'coin-package.create';
const changeOperation = 'coin-package.change';

function toChange(
  action: 'create' | 'change' | 'delete',
  { before, after }: { before: PackageRow | null; after: PackageRow | null },
): AdminChange {
  const subject = toSubject((after ?? before)?.id ?? '');
  return { action: `coin-package.${action}`, subject, before, after };
}

/** What can be bought for what; undefined for a package that costs too little to be paid by card. */
function toPayable(terms: PackageTerms): Price | undefined {
  const price = toPriceCents(terms);
  return price < minPaymentCents ? undefined : { price, per: terms.coins };
}

const toSubject = (packageId: string) => `coin-package:${packageId}`;

/**
 * The cheapest coins of all packages, each at its highest price of the last 30 days; deleted ones and those off sale
 * included, since one administrator can delete and switch. Undefined if there were none.
 */
async function findUsualCoins(tx: Tx, now: Date): Promise<Price | undefined> {
  const highest = new Map<string, Price>();
  for (const { subject, ...price } of await listFormerPrices(tx, toSubject(''), now)) {
    highest.set(subject, price);
  }
  for (const one of await listPackages(tx)) {
    const [current, former] = [toPayable(one), highest.get(toSubject(one.id))];
    if (current && (!former || isCheaper(former, current))) highest.set(toSubject(one.id), current);
  }
  return [...highest.values()].reduce<Price | undefined>(
    (least, price) => (least && !isCheaper(price, least) ? least : price),
    undefined,
  );
}

/**
 * How far coins get cheaper by a package: counted from its own highest price of the last 30 days, also if nobody can pay
 * its current one; of a new one from the cheapest of all packages.
 */
async function measureCut(
  tx: Tx,
  terms: PackageTerms,
  before: PackageRow | undefined,
  { clock }: Pick<ChangeDeps, 'clock'>,
): Promise<ApprovalMeasure> {
  const after = toPayable(terms);
  const own = before && toPayable(before);
  const highest = before && (await findHighestPrice(tx, toSubject(before.id), own, clock.now()));
  const was = highest ?? (await findUsualCoins(tx, clock.now()));
  const isCut = after && was && (!own || isCheaper(after, own));
  return { kind: 'priceCut', coins: isCut ? cutPercent(was, after) : 0 };
}

/** What is compared with the limits: coins, and coins per dollar, where they exceed the previous values. */
function measure(terms: PackageTerms, before?: PackageTerms): ApprovalMeasure[] {
  const [now, was] = [toPayable(terms), before && toPayable(before)];
  const isMore = terms.coins > (before?.coins ?? 0);
  const isMorePerDollar = now && (!was || isCheaper(now, was));
  return [
    { kind: 'package', coins: isMore ? terms.coins : 0 },
    { kind: 'packagePerDollar', coins: isMorePerDollar ? toCoinsPerDollar(now) : 0 },
  ];
}

/** Once per key. Refuses `idempotency_key_reused`, and `waits_for_approval` above a limit. */
export function createPackage(
  { actorId, terms, idempotencyKey }: { actorId: string; terms: PackageTerms; idempotencyKey: string },
  deps: ChangeDeps,
): Promise<PackageRow | Refusal> {
  const input = { operation: createOperation, terms };
  return deps.db.transaction((tx) =>
    changeOnce<PackageRow>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      const asked: AskedPackage = { terms };
      const waits = await deps.askApproval(tx, {
        actorId,
        operation: createOperation,
        permission: 'coins:write',
        measure: async () => [...measure(terms), await measureCut(tx, terms, undefined, deps)],
        title: `Sell the package “${terms.title}”`,
        subject: 'coin-package',
        before: null,
        after: terms,
        input: asked,
      });
      return waits ?? insert(tx, { terms, actorId }, deps);
    }),
  );
}

async function insert(
  tx: Tx,
  { terms, ...writers }: AskedPackage & Writers,
  { clock }: Pick<ChangeDeps, 'clock'>,
): Promise<Changed<PackageRow>> {
  // What it was compared with counts as its former price: otherwise packages made one after the other cut it in slices.
  const former = writers.approverId ? null : ((await findUsualCoins(tx, clock.now())) ?? null);
  const after = await insertPackage(tx, terms);
  const change = { subject: toSubject(after.id), former, ...writers, isApproved: false };
  await recordPriceChange(tx, change, clock.now());
  return { answer: after, change: toChange('create', { before: null, after }) };
}

interface PackageSwitch {
  actorId: string;
  packageId: string;
  /** The new state; undefined: toggle. */
  isActive: boolean | undefined;
  idempotencyKey: string;
}

/**
 * Puts a package on sale or takes it off sale; toggles it if the call does not say which. Runs once per key, since a
 * repeated call must not undo it. Refuses `not_found`.
 */
export function switchPackage(
  { actorId, packageId, isActive, idempotencyKey }: PackageSwitch,
  { db, clock }: ChangeDeps,
): Promise<PackageRow | Refusal> {
  const input = { operation: 'coin-package.switch', packageId, isActive };
  return db.transaction<PackageRow | Refusal>(async (tx) => {
    // Locked first, so that a call that waited for one with the same key finds its answer.
    const before = await lockPackage(tx, packageId);
    if (!before) return refuse('not_found');
    return changeOnce<PackageRow>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      if (isActive === before.isActive) return { answer: before };
      const terms = { ...before, isActive: !before.isActive };
      const after = await updatePackage(tx, packageId, terms, clock.now());
      return { answer: after, change: toChange('change', { before, after }) };
    });
  });
}

type PackageEdit = Writers & AskedEdit;

/**
 * Changes the given fields and leaves the rest; this can also put a package on sale or take it off sale. Refuses
 * `not_found`, `changed_meanwhile`, and `waits_for_approval` above a limit.
 */
export function editPackage(edit: PackageEdit, deps: ChangeDeps): Promise<PackageRow | Refusal> {
  return deps.db.transaction<PackageRow | Refusal>((tx) =>
    editWithin(tx, edit, deps, (before, after) => {
      const { actorId, ...asked } = edit;
      return deps.askApproval(tx, {
        actorId,
        operation: changeOperation,
        permission: 'coins:write',
        measure: async () => [...measure(after, before), await measureCut(tx, after, before, deps)],
        title: `Change the package “${before.title}”`,
        subject: toSubject(before.id),
        before: toTerms(before),
        after: toTerms(after),
        input: asked satisfies AskedEdit,
      });
    }),
  );
}

function editWithin(
  tx: Tx,
  { actorId, approverId = null, packageId, terms: sent, loaded }: PackageEdit,
  { clock }: Pick<ChangeDeps, 'clock'>,
  mayNot: (before: PackageRow, after: PackageTerms) => Promise<Refusal | undefined>,
): Promise<PackageRow | Refusal> {
  return changeAndRecord(tx, actorId, async () => {
    const before = await lockPackage(tx, packageId);
    if (!before) return refuse('not_found');
    const edit = mergeEdit({ sent, loaded, current: before });
    if (isRefusal(edit)) return edit;
    const terms = { ...before, ...edit };
    const waits = await mayNot(before, terms);
    if (waits) return waits;
    const after = await updatePackage(tx, packageId, terms, clock.now());
    if (after.priceCents !== before.priceCents || after.coins !== before.coins) {
      const change = {
        subject: toSubject(packageId),
        former: toPayable(before) ?? null,
        actorId,
        approverId,
      };
      await recordPriceChange(tx, { ...change, isApproved: approverId !== null }, clock.now());
    }
    return { answer: after, ...asEdit(toChange('change', { before, after })) };
  });
}

const toTerms = ({ title, coins, originalPriceCents, discountPercentage, isActive }: PackageTerms) => ({
  title,
  coins,
  originalPriceCents,
  discountPercentage,
  isActive,
});

/** Carries out package changes that another administrator approved. */
export function approvablePackages(deps: Pick<ChangeDeps, 'clock'>) {
  return {
    [createOperation]: (tx, { actorId, approverId, input }) =>
      changeAndRecord(tx, actorId, () =>
        insert(tx, { ...(input as AskedPackage), actorId, approverId }, deps),
      ),
    [changeOperation]: (tx, { actorId, approverId, input, before: shown }) =>
      editWithin(tx, { ...(input as AskedEdit), actorId, approverId }, deps, async (before) =>
        requireAsShown(shown, toTerms(before)),
      ),
  } satisfies Record<string, CarryOut>;
}

/** Deletes a package, once per key; payments for it stay, and its price still counts for new ones. Refuses `not_found`. */
export function deletePackage(
  { actorId, packageId, idempotencyKey }: { actorId: string; packageId: string; idempotencyKey: string },
  { db, clock }: ChangeDeps,
): Promise<Record<string, never> | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: 'coin-package.delete', packageId },
  };
  return db.transaction<Record<string, never> | Refusal>(async (tx) => {
    const before = await lockPackage(tx, packageId);
    return changeOnce<Record<string, never>>(tx, request, async () => {
      if (!before) return refuse('not_found');
      await removePackage(tx, packageId);
      const change = { subject: toSubject(packageId), former: toPayable(before) ?? null, actorId };
      await recordPriceChange(tx, { ...change, isApproved: false }, clock.now());
      return { answer: {}, change: toChange('delete', { before, after: null }) };
    });
  });
}
