import type { LoadedFields } from '../../../contract/edits.ts';
import { recordAdminChange } from '../../platform/db/admin-changes.ts';
import { answerOnce } from '../../platform/db/answer-once.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mergeEdit } from '../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { CoinsDeps } from './deps.ts';
import {
  findPackage,
  insertPackage,
  lockPackage,
  type PackageRow,
  type PackageTerms,
  removePackage,
  updatePackage,
} from './package-store.ts';

/**
 * What administrators do with coin packages. Every change is in the log of administrators' changes; none touches a
 * payment that was begun before. Limits as in db/migrations/0007_coins.sql; checked by the route.
 */
type ChangeDeps = Pick<CoinsDeps, 'db' | 'clock'>;

function record(
  tx: Tx,
  actorId: string,
  action: 'create' | 'change' | 'delete',
  { before, after }: { before: PackageRow | null; after: PackageRow | null },
): Promise<void> {
  const subject = `coin-package:${(after ?? before)?.id}`;
  return recordAdminChange(tx, {
    actorId,
    action: `coin-package.${action}`,
    subject,
    before,
    after,
    reason: '',
  });
}

/** Once per key. Refuses `idempotency_key_reused`. */
export function createPackage(
  { actorId, terms, idempotencyKey }: { actorId: string; terms: PackageTerms; idempotencyKey: string },
  { db }: ChangeDeps,
): Promise<PackageRow | Refusal> {
  const input = { operation: 'coin-package.create', terms };
  return db.transaction((tx) =>
    answerOnce<PackageRow>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      const after = (await findPackage(tx, await insertPackage(tx, terms))) as PackageRow;
      await record(tx, actorId, 'create', { before: null, after });
      return after;
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
    // Locked first: whoever waited behind a call with the same key finds its answer.
    const before = await lockPackage(tx, packageId);
    if (!before) return refuse('not_found');
    return answerOnce<PackageRow>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      if (isActive === before.isActive) return before;
      const terms = { ...before, isActive: !before.isActive };
      const after = await updatePackage(tx, packageId, terms, clock.now());
      await record(tx, actorId, 'change', { before, after });
      return after;
    });
  });
}

/**
 * Changes what is named and leaves the rest; also how a package is put on sale and taken off. Refuses `not_found` and
 * `changed_meanwhile`.
 */
export function changePackage(
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
    await record(tx, actorId, 'change', { before, after });
    return after;
  });
}

export function deletePackage(
  { actorId, packageId }: { actorId: string; packageId: string },
  { db }: ChangeDeps,
): Promise<Refusal | undefined> {
  return db.transaction<Refusal | undefined>(async (tx) => {
    const before = await lockPackage(tx, packageId);
    if (!before) return refuse('not_found');
    await removePackage(tx, packageId);
    await record(tx, actorId, 'delete', { before, after: null });
    return undefined;
  });
}
