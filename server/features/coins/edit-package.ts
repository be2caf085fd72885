import type { LoadedFields } from '../../../contract/edits.ts';
import type { Clock } from '../../platform/clock.ts';
import { type AdminChange, changeOnce, recordAdminChange } from '../../platform/db/admin-changes.ts';
import type { Database } from '../../platform/db/database.ts';
import { mergeEdit } from '../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import {
  insertPackage,
  lockPackage,
  type PackageRow,
  type PackageTerms,
  removePackage,
  updatePackage,
} from './coin-package-store.ts';

/**
 * What administrators do with coin packages. Every change is in the log of administrators' changes; none touches a
 * payment that was begun before. Limits as in db/migrations/0007_coins.sql; checked by the route.
 */
interface ChangeDeps {
  db: Database;
  clock: Clock;
}

function toChange(
  action: 'create' | 'change' | 'delete',
  { before, after }: { before: PackageRow | null; after: PackageRow | null },
): AdminChange {
  const subject = `coin-package:${(after ?? before)?.id}`;
  return { action: `coin-package.${action}`, subject, before, after };
}

/** Once per key. Refuses `idempotency_key_reused`. */
export function createPackage(
  { actorId, terms, idempotencyKey }: { actorId: string; terms: PackageTerms; idempotencyKey: string },
  { db }: ChangeDeps,
): Promise<PackageRow | Refusal> {
  const input = { operation: 'coin-package.create', terms };
  return db.transaction((tx) =>
    changeOnce<PackageRow>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      const after = await insertPackage(tx, terms);
      return { answer: after, change: toChange('create', { before: null, after }) };
    }),
  );
}

interface PackageSwitch {
  actorId: string;
  packageId: string;
  /** What it is to be; undefined: the other of what it is. */
  isActive: boolean | undefined;
  idempotencyKey: string;
}

/**
 * Puts a package on sale or takes it off; where it is not said which, what was on sale is taken off and the other way round:
 * once per key, since a repeated call must not undo it. Refuses `not_found`.
 */
export function switchPackage(
  { actorId, packageId, isActive, idempotencyKey }: PackageSwitch,
  { db, clock }: ChangeDeps,
): Promise<PackageRow | Refusal> {
  const input = { operation: 'coin-package.switch', packageId, ...(isActive !== undefined && { isActive }) };
  return db.transaction<PackageRow | Refusal>(async (tx) => {
    // Locked first: the one who waited behind a call with the same key finds its answer.
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

/**
 * Changes what is named and leaves the rest; also how a package is put on sale and taken off. Refuses `not_found` and
 * `changed_meanwhile`.
 */
export function editPackage(
  {
    actorId,
    packageId,
    terms: sent,
    loaded,
  }: { actorId: string; packageId: string; terms: Partial<PackageTerms>; loaded?: LoadedFields },
  { db, clock }: ChangeDeps,
): Promise<PackageRow | Refusal> {
  return db.transaction<PackageRow | Refusal>(async (tx) => {
    const before = await lockPackage(tx, packageId);
    if (!before) return refuse('not_found');
    const terms = mergeEdit({ sent, loaded, current: before });
    if (isRefusal(terms)) return terms;
    const after = await updatePackage(tx, packageId, { ...before, ...terms }, clock.now());
    await recordAdminChange(tx, { actorId, ...toChange('change', { before, after }) });
    return after;
  });
}

/** Deletes a package, once per key; payments of it stay. Refuses `not_found`. */
export function deletePackage(
  { actorId, packageId, idempotencyKey }: { actorId: string; packageId: string; idempotencyKey: string },
  { db }: ChangeDeps,
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
      return { answer: {}, change: toChange('delete', { before, after: null }) };
    });
  });
}
