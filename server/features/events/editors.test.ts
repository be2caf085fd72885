import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminEvent, Payouts } from '../../../contract/events-admin.ts';
import { type EventsTest, startEventsTest } from '../../../tests/support/events.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { meanwhile } from '../../../tests/support/meanwhile.ts';
import { auditLedger } from '../../audit.ts';
import { lockEvent } from './event-store.ts';

let events: EventsTest;
let editor: { id: string; token: string };
beforeAll(async () => {
  events = await startEventsTest();
});
afterAll(async () => {
  const { proofs } = await auditLedger(events.test.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  await events.close();
});
beforeEach(async () => {
  await events.closeAll();
  const { id } = await createPlayer(events.test.db, { role: 'ADMIN', name: 'Edda' });
  editor = { id, token: await events.test.signIn(id) };
});

async function createAs({ token }: typeof editor, parts: Record<string, unknown> = {}): Promise<AdminEvent> {
  const { data, status, message } = await events.ask('POST', '/events', {
    token,
    payload: events.input({ ...parts }),
  });
  expect(status, message).toBe(200);
  return data;
}
/** Saves the form as it is: anyone who does that could have changed anything. */
const editAs = ({ token }: typeof editor, { _id }: AdminEvent, parts: Record<string, unknown> = {}) =>
  events.ask('PUT', `/events/${_id}`, { token, payload: events.input(parts) });

describe('whoever made or edited an event', () => {
  it('is not rewarded by it, and others are', async () => {
    await createAs(editor);
    const player = await events.player();
    for (const { id } of [editor, player]) await events.finish(id);
    expect([await events.coins(editor.id), await events.coins(player.id)]).toEqual([0, 10]);
  });

  it('gets nothing more from the edit on, and keeps what was paid before', async () => {
    const event = await events.create();
    await events.finish(editor.id);
    await editAs(editor, event, { eventConfig: { rewardAmount: 1_000 } });
    await events.finish(editor.id);
    expect(await events.coins(editor.id)).toBe(10);
  });

  it('is not paid what was collected for them before', async () => {
    const event = await events.create({ autoRun: false });
    const player = await events.player('Ada');
    for (const { id } of [editor, player]) await events.finish(id);
    await editAs(editor, event, { autoRun: false, eventConfig: { rewardAmount: 1_000 } });
    await events.finish(editor.id);
    const preview: Payouts = (await events.ask('GET', `/events/${event._id}/payouts`)).data;
    expect(preview.list.map(({ name, amount }) => [name, amount])).toEqual([['Ada', 10]]);
    const sent = await events.ask('POST', `/events/run-leaderboard/${event._id}`);
    expect(sent.data).toMatchObject({ players: 1, total: 10 });
    expect([await events.coins(editor.id), await events.coins(player.id)]).toEqual([0, 10]);
  });

  it('keeps the place on the board, which is paid to nobody', async () => {
    const event = await events.weekly();
    const [second, third] = [await events.player('Ada'), await events.player('Bob')];
    await events.finish(editor.id, 100);
    await events.finish(second.id, 50);
    await events.finish(third.id, 20);
    await events.ask('PUT', `/events/${event._id}`, {
      token: editor.token,
      payload: { ...event, title: 'Another title' },
    });
    const preview: Payouts = (await events.ask('GET', `/events/${event._id}/payouts`)).data;
    expect(preview?.list ?? []).toEqual([]);
    events.test.clock.advance(2 * 3_600_000 + 60_000);
    await events.sweep();
    expect(await Promise.all([editor, second, third].map(({ id }) => events.coins(id)))).toEqual([
      0, 300, 100,
    ]);
  });

  it('sees the same in the preview of places that are sent by hand', async () => {
    const event = await events.weekly({ autoRun: false });
    const second = await events.player('Ada');
    await events.finish(editor.id, 100);
    await events.finish(second.id, 50);
    await events.ask('PUT', `/events/${event._id}`, {
      token: editor.token,
      payload: { ...event, title: 'Another title' },
    });
    const preview: Payouts = (await events.ask('GET', `/events/${event._id}/payouts`)).data;
    expect(preview.list.map(({ name, rank, amount }) => [name, rank, amount])).toEqual([['Ada', 2, 300]]);
    events.test.clock.advance(2 * 3_600_000 + 60_000);
    expect((await events.ask('POST', `/events/run-leaderboard/${event._id}`)).data).toMatchObject({
      total: 300,
    });
    expect(await events.coins(editor.id)).toBe(0);
  });

  it('is not rewarded for a fact of the moment of the edit', async () => {
    const event = await events.create();
    await meanwhile(
      events.test.db,
      async (tx) => {
        await lockEvent(tx, event._id);
        await tx.run(
          sql`insert into event_editors (event_id, player_id) values (${event._id}, ${editor.id})`,
        );
      },
      () => events.finish(editor.id),
    );
    expect(await events.coins(editor.id)).toBe(0);
  });

  it('stays so once they are no administrator any more', async () => {
    await createAs(editor);
    await events.test.db.run(sql`update players set role = 'USER' where id = ${editor.id}`);
    await events.finish(editor.id, 20, randomUUID());
    expect(await events.coins(editor.id)).toBe(0);
  });
});
