// SPDX-License-Identifier: Apache-2.0

import { minPaymentCents } from '../../../../contract/payment-amounts.ts';
import type { ApprovalMeasure } from '../../../approval-ports.ts';
import { creatable, type Edit } from '../../../editable.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  type AdminChange,
  asEdit,
  type Changed,
  changeOnce,
  findOwnChange,
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
 * What administrators can do with coin packages. The audit log records every change, and no change affects a payment
 * that has already begun. Limits as in db/baseline/08-coins.sql; checked by the route.
 */
interface PackageDeps {
  clock: Clock;
}

function toChange(
  action: 'create' | 'change' | 'delete',
  { before, after }: { before: PackageRow | null; after: PackageRow | null },
): AdminChange {
  const subject = toSubject((after ?? before)?.id ?? '');
  return { action: `coin-package.${action}`, subject, before, after };
}

interface TermsChange {
  id?: string;
  before?: PackageTerms;
  after: PackageTerms;
}

/** The package's coins and price; undefined if it costs too little for a card payment. */
function toPayable(terms: PackageTerms): Price | undefined {
  const price = toPriceCents(terms);
  return price < minPaymentCents ? undefined : { price, per: terms.coins };
}

const toSubject = (packageId: string) => `coin-package:${packageId}`;

/**
 * The cheapest coins of all packages, each at its highest price of the last 30 days. Includes deleted packages and
 * those off sale, since a single administrator can delete and switch. Undefined without any.
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
 * How much cheaper a package makes coins: compared with its own highest price of the last 30 days, even if nobody can
 * pay its current one. A new package is compared with the cheapest of all.
 */
async function measureCut(
  tx: Tx,
  { id, before, after: terms }: TermsChange,
  { clock }: PackageDeps,
): Promise<ApprovalMeasure> {
  const after = toPayable(terms);
  const own = before && toPayable(before);
  const highest = id === undefined ? undefined : await findHighestPrice(tx, toSubject(id), own, clock.now());
  const was = highest ?? (await findUsualCoins(tx, clock.now()));
  const isCut = after && was && (!own || isCheaper(after, own));
  return { kind: 'priceCut', coins: isCut ? cutPercent(was, after) : 0 };
}

/** The measures to compare with the limits: coins, and coins per dollar, where they exceed the previous values. */
function measure({ after: terms, before }: TermsChange): ApprovalMeasure[] {
  const [now, was] = [toPayable(terms), before && toPayable(before)];
  const isMore = terms.coins > (before?.coins ?? 0);
  const isMorePerDollar = now && (!was || isCheaper(now, was));
  return [
    { kind: 'package', coins: isMore ? terms.coins : 0 },
    { kind: 'packagePerDollar', coins: isMorePerDollar ? toCoinsPerDollar(now) : 0 },
  ];
}

const measureAll = async (tx: Tx, change: TermsChange, deps: PackageDeps) => [
  ...measure(change),
  await measureCut(tx, change, deps),
];

async function insert(
  tx: Tx,
  terms: PackageTerms,
  writers: Writers,
  { clock }: PackageDeps,
): Promise<Changed<PackageRow>> {
  // The value it was compared with counts as its former price: otherwise a series of packages could cut it in small
  // steps.
  const former = writers.approverId ? null : ((await findUsualCoins(tx, clock.now())) ?? null);
  const after = await insertPackage(tx, terms);
  const change = { subject: toSubject(after.id), former, ...writers, isApproved: false };
  await recordPriceChange(tx, change, clock.now());
  return { answer: after, change: toChange('create', { before: null, after }) };
}

async function update(
  tx: Tx,
  { actorId, approverId = null, id, row: before, after: terms }: Edit<PackageRow, PackageTerms>,
  { clock }: PackageDeps,
): Promise<Changed<PackageRow>> {
  const after = await updatePackage(tx, id, terms, clock.now());
  if (after.priceCents !== before.priceCents || after.coins !== before.coins) {
    const change = { subject: toSubject(id), former: toPayable(before) ?? null, actorId, approverId };
    await recordPriceChange(tx, { ...change, isApproved: approverId !== null }, clock.now());
  }
  return { answer: after, ...asEdit(toChange('change', { before, after })) };
}

const toTerms = ({ title, coins, originalPriceCents, discountPercentage, isActive }: PackageTerms) => ({
  title,
  coins,
  originalPriceCents,
  discountPercentage,
  isActive,
});

/**
 * An edit can also put a package on sale or take it off sale. Payments for a deleted package stay, and its price still
 * counts when measuring new packages.
 */
export const packageEdits = creatable<PackageRow, PackageTerms, PackageRow, PackageDeps>({
  kind: 'coin-package',
  operations: { edit: 'coin-package.change', remove: 'coin-package.delete' },
  permission: 'coins:write',
  stored: { id: 'packageId', terms: 'terms' },
  title: ({ title }) => `Change the package “${title}”`,
  lock: lockPackage,
  toTerms,
  show: toTerms,
  measure: measureAll,
  creation: {
    operation: 'coin-package.create',
    title: ({ title }) => `Sell the package “${title}”`,
    measure: (tx, after, deps) => measureAll(tx, { after }, deps),
    insert,
  },
  update,
  async remove(tx, { id, row, actorId }, { clock }) {
    await removePackage(tx, id);
    const change = { subject: toSubject(id), former: toPayable(row) ?? null, actorId };
    await recordPriceChange(tx, { ...change, isApproved: false }, clock.now());
  },
});

interface PackageSwitch {
  actorId: string;
  packageId: string;
  /** The new state; undefined: toggle. */
  isActive: boolean | undefined;
  /** Undoes the caller's own newest change. */
  isUndo?: boolean;
  idempotencyKey: string;
}

/**
 * Puts a package on sale or takes it off sale; toggles it if the call does not say which. Runs once per key, since a
 * repeated call must not undo it. Refuses `not_found`, and for an undo `changed_meanwhile` if it is not the newest
 * change.
 */
export function switchPackage(
  { actorId, packageId, isActive, isUndo, idempotencyKey }: PackageSwitch,
  { db, clock }: PackageDeps & { db: Database },
): Promise<PackageRow | Refusal> {
  const input = { operation: 'coin-package.switch', packageId, isActive, ...(isUndo && { isUndo }) };
  return db.transaction<PackageRow | Refusal>(async (tx) => {
    // Locked first, so that a call that waited for another with the same key finds its answer.
    const before = await lockPackage(tx, packageId);
    if (!before) return refuse('not_found');
    return changeOnce<PackageRow>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      if (isActive === before.isActive) return { answer: before };
      const current = { isActive: before.isActive };
      const own = isUndo && (await findOwnChange(tx, { subject: toSubject(packageId), actorId, current }));
      if (isRefusal(own)) return own;
      const terms = { ...before, isActive: !before.isActive };
      const after = await updatePackage(tx, packageId, terms, clock.now());
      return { answer: after, change: toChange('change', { before, after }) };
    });
  });
}
