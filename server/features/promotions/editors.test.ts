// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminPromotion, Payouts } from '../../../contract/promotions-admin.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { meanwhile } from '../../../tests/support/meanwhile.ts';
import { type PromotionsTest, startPromotionsTest } from '../../../tests/support/promotions.ts';
import { auditLedger } from '../../audit.ts';
import { lockPromotion } from './event-store.ts';

let promotions: PromotionsTest;
let editor: { id: string; token: string };
beforeAll(async () => {
  promotions = await startPromotionsTest();
});
afterAll(async () => {
  const { proofs } = await auditLedger(promotions.test.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  await promotions.close();
});
beforeEach(async () => {
  await promotions.closeAll();
  const { id } = await createPlayer(promotions.test.db, { role: 'ADMIN', name: 'Edda' });
  editor = { id, token: await promotions.test.signIn(id) };
});

async function createAs(
  { token }: typeof editor,
  parts: Record<string, unknown> = {},
): Promise<AdminPromotion> {
  const { data, status, message } = await promotions.ask('POST', '/events', {
    token,
    payload: promotions.input({ ...parts }),
  });
  expect(status, message).toBe(200);
  return data;
}
/** Saves the form unchanged: anyone who saves could have changed anything. */
const editAs = ({ token }: typeof editor, { _id }: AdminPromotion, parts: Record<string, unknown> = {}) =>
  promotions.ask('PUT', `/events/${_id}`, { token, payload: promotions.input(parts) });

describe('an administrator who made or edited an event', () => {
  it('gets no reward from it, while other players do', async () => {
    await createAs(editor);
    const player = await promotions.player();
    for (const { id } of [editor, player]) await promotions.finish(id);
    expect([await promotions.coins(editor.id), await promotions.coins(player.id)]).toEqual([0, 10]);
  });

  it('gets nothing after the edit, and keeps earlier rewards', async () => {
    const promotion = await promotions.create();
    await promotions.finish(editor.id);
    await editAs(editor, promotion, { eventConfig: { rewardAmount: 1_000 } });
    await promotions.finish(editor.id);
    expect(await promotions.coins(editor.id)).toBe(10);
  });

  it('is still paid after saving it unchanged, and no page is notified', async () => {
    const dates = { startDate: promotions.inHours(-1), endDate: promotions.inHours(24) };
    const promotion = await promotions.create(dates);
    const save = async () => expect((await editAs(editor, promotion, dates)).status).toBe(200);
    expect(await promotions.sentToAll(save)).toEqual([]);
    await promotions.finish(editor.id);
    expect(await promotions.coins(editor.id)).toBe(10);
  });

  it('is not paid rewards collected before the edit', { tags: ['long'] }, async () => {
    const promotion = await promotions.create({ autoRun: false });
    const player = await promotions.player('Ada');
    for (const { id } of [editor, player]) await promotions.finish(id);
    await editAs(editor, promotion, { autoRun: false, eventConfig: { rewardAmount: 1_000 } });
    await promotions.finish(editor.id);
    const preview: Payouts = (await promotions.ask('GET', `/events/${promotion._id}/payouts`)).data;
    expect(preview.list.map(({ name, amount }) => [name, amount])).toEqual([['Ada', 10]]);
    const sent = await promotions.ask('POST', `/events/run-leaderboard/${promotion._id}`);
    expect(sent.data).toMatchObject({ players: 1, total: 10 });
    expect([await promotions.coins(editor.id), await promotions.coins(player.id)]).toEqual([0, 10]);
  });

  it('keeps a leaderboard place without a payment', async () => {
    const promotion = await promotions.weekly();
    const [second, third] = [await promotions.player('Ada'), await promotions.player('Bob')];
    await promotions.finish(editor.id, 100);
    await promotions.finish(second.id, 50);
    await promotions.finish(third.id, 20);
    await promotions.ask('PUT', `/events/${promotion._id}`, {
      token: editor.token,
      payload: { ...promotion, title: 'Another title' },
    });
    const preview: Payouts = (await promotions.ask('GET', `/events/${promotion._id}/payouts`)).data;
    expect(preview?.list ?? []).toEqual([]);
    promotions.test.clock.advance(2 * 3_600_000 + 60_000);
    await promotions.sweep();
    expect(await Promise.all([editor, second, third].map(({ id }) => promotions.coins(id)))).toEqual([
      0, 300, 100,
    ]);
  });

  it('is excluded from the preview of rewards sent manually', async () => {
    const promotion = await promotions.weekly({ autoRun: false });
    const second = await promotions.player('Ada');
    await promotions.finish(editor.id, 100);
    await promotions.finish(second.id, 50);
    await promotions.ask('PUT', `/events/${promotion._id}`, {
      token: editor.token,
      payload: { ...promotion, title: 'Another title' },
    });
    const preview: Payouts = (await promotions.ask('GET', `/events/${promotion._id}/payouts`)).data;
    expect(preview.list.map(({ name, rank, amount }) => [name, rank, amount])).toEqual([['Ada', 2, 300]]);
    promotions.test.clock.advance(2 * 3_600_000 + 60_000);
    expect((await promotions.ask('POST', `/events/run-leaderboard/${promotion._id}`)).data).toMatchObject({
      total: 300,
    });
    expect(await promotions.coins(editor.id)).toBe(0);
  });

  it('gets no reward for an event concurrent with the edit', async () => {
    const promotion = await promotions.create();
    await meanwhile(
      promotions.test.db,
      async (tx) => {
        await lockPromotion(tx, promotion._id);
        await tx.run(sql`select record_editor(${`event:${promotion._id}`}, ${editor.id}, now())`);
      },
      () => promotions.finish(editor.id),
    );
    expect(await promotions.coins(editor.id)).toBe(0);
  });

  it('remains excluded after losing the administrator role', async () => {
    await createAs(editor);
    await promotions.test.db.run(sql`update players set role = 'USER' where id = ${editor.id}`);
    await promotions.finish(editor.id, 20, randomUUID());
    expect(await promotions.coins(editor.id)).toBe(0);
  });
});
