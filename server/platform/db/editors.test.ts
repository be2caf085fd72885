// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { findEditors, isEditor, recordEditors } from './editors.ts';

const db = openTestDatabase();
const at = new Date('2026-01-02T12:00:00Z');
const hour = 3_600_000;

it('returns the editor and the approver of a change, and nobody else', async () => {
  const [actor, approver, other] = [await createPlayer(db), await createPlayer(db), await createPlayer(db)];
  const subject = `challenge:${randomUUID()}`;
  await db.transaction((tx) =>
    recordEditors(tx, subject, { actorId: actor.id, approverId: approver.id }, at),
  );
  expect(await findEditors(db, subject)).toEqual(new Set([actor.id, approver.id]));
  expect(await isEditor(db, subject, other.id)).toBe(false);
  expect(await isEditor(db, `challenge:${randomUUID()}`, actor.id)).toBe(false);
});

it('counts from the latest edit, even when an earlier edit commits later', async () => {
  const { id: actorId } = await createPlayer(db);
  const subject = `gift-card:${randomUUID()}`;
  const later = new Date(at.getTime() + hour);
  for (const when of [at, later, at]) {
    await db.transaction((tx) => recordEditors(tx, subject, { actorId }, when));
  }
  expect(await isEditor(db, subject, actorId, later)).toBe(true);
  expect(await isEditor(db, subject, actorId, new Date(later.getTime() + 1))).toBe(false);
});

it('shares editors with the previous release in both directions', async () => {
  const { id: eventId } = await db.one<{ id: string }>(sql`
    insert into events (title, type, triggers, starts_at, ends_at)
    values ('Both', 'X', '{EARN_XP}', now(), now() + interval '1 day') returning id`);
  const [old, present] = [await createPlayer(db), await createPlayer(db)];
  await db.run(sql`insert into event_editors (event_id, player_id) values (${eventId}, ${old.id})`);
  expect(await isEditor(db, `event:${eventId}`, old.id)).toBe(true);
  await db.transaction((tx) => recordEditors(tx, `event:${eventId}`, { actorId: present.id }, at));
  const known = await db.rows(sql`
    select from event_editors where event_id = ${eventId} and player_id = ${present.id}`);
  expect(known).toHaveLength(1);
});
