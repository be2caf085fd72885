// SPDX-License-Identifier: Apache-2.0

import type { Approval } from '../../../contract/approvals-admin.ts';
import { formerPlayer } from '../../../contract/public-players.ts';
import type { Database } from '../../platform/db/database.ts';
import type { GetContacts } from '../../ports.ts';
import * as store from './approval-store.ts';
import type { AskDeps } from './ask-approval.ts';
import { findObstacle } from './rules.ts';

export interface ReadDeps extends AskDeps {
  db: Database;
  getContacts: GetContacts;
}

/** A page of requests, each with the reason if the caller may not approve it. */
export async function readApprovals(
  { playerId, ...query }: { playerId: string } & Parameters<typeof store.listApprovals>[1],
  deps: ReadDeps,
): Promise<{ list: Approval[]; total: number }> {
  const { db, clock, settings, listOfficers, getContacts } = deps;
  const { rows, total } = await store.listApprovals(db, query);
  const officers = await listOfficers(db);
  const officer = officers.find((one) => one.playerId === playerId);
  const known = await getContacts(
    db,
    rows.flatMap(({ actorId, decidedBy }) => (decidedBy ? [actorId, decidedBy] : [actorId])),
  );
  const toPerson = (id: string) => ({ _id: id, name: known.get(id)?.name ?? formerPlayer.handle });
  const at = { officers, now: clock.now(), ...settings };
  const list = rows.map((row): Approval => {
    const { id: _id, kind, title, subject, coins, coinsLimit: limit, before, after, reason, status } = row;
    const obstacle = officer ? findObstacle(officer, row, at) : 'permission';
    return {
      _id,
      kind,
      title,
      subject,
      coins,
      limit,
      before,
      after,
      reason,
      askedBy: toPerson(row.actorId),
      askedAt: row.askedAt.toISOString(),
      status,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      dueAt: row.dueAt?.toISOString() ?? null,
      decidedBy: row.decidedBy ? toPerson(row.decidedBy) : null,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      decisionReason: row.decisionReason,
      obstacle: status === 'waiting' ? (obstacle ?? null) : null,
    };
  });
  return { list, total };
}

/** How many requests wait, and how many of them the caller may approve. */
export async function countWaiting(
  playerId: string,
  { db, clock, settings, listOfficers }: ReadDeps,
): Promise<{ waiting: number; mine: number }> {
  const waiting = await store.listWaiting(db);
  if (waiting.length === 0) return { waiting: 0, mine: 0 };
  const officers = await listOfficers(db);
  const officer = officers.find((one) => one.playerId === playerId);
  const at = { officers, now: clock.now(), ...settings };
  const mine = officer ? waiting.filter((row) => !findObstacle(officer, row, at)) : [];
  return { waiting: waiting.length, mine: mine.length };
}
