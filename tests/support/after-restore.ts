// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { auditLedger } from '../../server/audit.ts';
import { noteAuthority } from '../../server/features/accounts/note-authority.ts';
import { insertSession } from '../../server/features/accounts/sessions/session-store.ts';
import { findInStock, type NamedCode } from '../../server/features/shop/feature.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Journal } from '../../server/platform/journal/journal.ts';
import type { Reconciled } from '../../server/recovery/reconcile-journal.ts';
import { finalringJson } from './command.ts';
import { createPlayer } from './factories.ts';

export interface Sale {
  orderId: string;
  /** When the buyer was notified. */
  confirmedAt: Date;
}

/** Those whose rights end after the moment that is restored. */
export interface Withdrawn {
  /** A player who is erased. */
  erasedId: string;
  /** An administrator with a session, who is suspended and demoted. */
  firedId: string;
}

/** What a database must agree with after it was restored to a moment and reconciled. */
export interface Lost extends Withdrawn {
  sales: readonly Sale[];
  /** A point in time in the middle of the sales. */
  moment: Date;
  journal: Journal;
}

export async function createPeople(db: Database): Promise<Withdrawn> {
  const { id: erasedId } = await createPlayer(db, { name: 'Ada Erased' });
  const { id: firedId } = await createPlayer(db, { name: 'Bob Fired', role: 'SUPER_ADMIN' });
  const session = { tokenHash: Buffer.alloc(32, 7), playerId: firedId, device: '', createdAt: new Date() };
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.transaction((tx) => insertSession(tx, { ...session, expiresAt }));
  return { erasedId, firedId };
}

export async function withdrawRights(
  db: Database,
  { journal, erasedId, firedId }: Withdrawn & { journal: Journal },
): Promise<void> {
  await journal.write({ kind: 'erased', playerId: erasedId, deletedAt: new Date().toISOString() });
  await db.run(sql`update players set role = 'USER', suspended_at = now() where id = ${firedId}`);
  await noteAuthority({ playerId: firedId }, { db, journal });
}

/**
 * Among the orders that buyers were notified of before `moment`: those that a restored database lacks. And those that
 * it has although they began later. Both have a margin of a tenth of a second, because simultaneous commits are logged
 * in any order.
 */
export async function compareSales(
  db: Database,
  { sales, moment }: Pick<Lost, 'sales' | 'moment'>,
): Promise<{ orders: number; lacking: number; tooLate: number }> {
  const rows = await db.rows<{ id: string; createdAt: Date }>(sql`select id, created_at from orders`);
  const there = new Set(rows.map(({ id }) => id));
  const [before, after] = [-100, 100].map((ms) => new Date(moment.getTime() + ms)) as [Date, Date];
  return {
    orders: there.size,
    lacking: sales.filter(({ orderId, confirmedAt }) => confirmedAt <= before && !there.has(orderId)).length,
    tooLate: rows.filter(({ createdAt }) => createdAt > after).length,
  };
}

async function listSoldCodes(journal: Journal): Promise<{ orderId: string; codes: readonly NamedCode[] }[]> {
  const sold: { orderId: string; codes: readonly NamedCode[] }[] = [];
  for await (const entry of journal.read()) if (entry.kind === 'sold') sold.push(entry);
  return sold;
}

/** What is wrong with a database that was restored to a moment and reconciled, before it serves again. */
export async function findBreaches(db: Database, lost: Lost): Promise<string[]> {
  const { journal, erasedId, firedId } = lost;
  const { lacking, tooLate } = await compareSales(db, lost);
  const sold = (await listSoldCodes(journal)).flatMap(({ codes }) => codes);
  const inStock = await findInStock(db, { sold, shown: [] });
  const sessions = await db.rows(sql`select from sessions`);
  const hasRights = await db.rows(sql`
    select from players where id = ${firedId} and (role <> 'USER' or suspended_at is null)`);
  const isNamed = await db.rows(sql`select from players where id = ${erasedId} and name = 'Ada Erased'`);
  const { proofs } = await auditLedger(db);
  const counted: [number, string][] = [
    [lacking, 'orders of before the moment are lacking'],
    [tooLate, 'orders of after the moment are there'],
    [inStock.length, 'codes that were sold are in stock'],
    [sessions.length, 'sessions are open'],
    [hasRights.length, 'demoted administrator has rights'],
    [isNamed.length, 'erased player is there'],
  ];
  return [
    ...counted.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
    ...proofs.flatMap(({ claim, breaches }) => breaches.map((breach) => `${claim}: ${breach}`)),
  ];
}

/** Runs `finalring backup reconcile`. @returns what it did, and what is wrong afterwards */
export async function reconcileAndJudge(db: Database, lost: Lost, env: Record<string, string>) {
  const { ok, result } = await finalringJson<Reconciled>(['backup', 'reconcile', '--yes'], env);
  const breaches = await findBreaches(db, lost);
  if (!ok) breaches.push('reconcile leaves something to look into');
  if (result.soldCodes === 0) breaches.push('no code was sold after the moment, so nothing is proved');
  if (result.unprovenCodes > 0) breaches.push(`${result.unprovenCodes} codes are in doubt`);
  return { result, breaches };
}

/** Codes in two of the orders that buyers were notified of. */
export async function findSoldTwice(journal: Journal, orderIds: readonly string[]): Promise<string[]> {
  const told = new Set(orderIds);
  const orderOf = new Map<string, string>();
  const breaches: string[] = [];
  for (const { orderId, codes } of await listSoldCodes(journal)) {
    if (!told.has(orderId)) continue;
    for (const { id } of codes) {
      const other = orderOf.get(id) ?? orderId;
      if (other !== orderId) breaches.push(`code ${id} was sold in the orders ${other} and ${orderId}`);
      orderOf.set(id, orderId);
    }
  }
  return breaches;
}
