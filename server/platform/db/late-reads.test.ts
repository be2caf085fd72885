// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterEach, expect, it, vi } from 'vitest';
import type { Queryable, Transactional } from './database.ts';
import { type LateReads, openLateReads } from './late-reads.ts';

let opened: ReturnType<typeof openLateReads> | undefined;
afterEach(() => opened?.stop());

/** A server that answers each question with its name, beside how far its log goes. */
function server(who: string) {
  const state = { isSilent: false, asked: 0 };
  const place = { lsn: '0/100', timeline: '00000001', system: 'one', isStandby: true };
  const calls = {
    one: async () => (state.isSilent ? new Promise(() => {}) : { ...place, who }),
  } as unknown as Queryable;
  const watching = {
    one: async () => {
      state.asked++;
      return place;
    },
  } as unknown as Queryable;
  return { state, place, calls, watching, reports: calls as Transactional, pools: [] };
}

function open(maxLagMs = 10_000) {
  const [primary, replica] = [server('primary'), server('replica')];
  opened = openLateReads({
    primary,
    replicas: [replica],
    maxLagMs,
    onMisuse: () => {},
    onChange: () => {},
  });
  return { late: opened.late, primary, replica };
}

const isUsed = (late: LateReads, used: boolean) => vi.waitFor(() => expect(late.state()?.isUsed).toBe(used));
const query = sql`select 1`;
const who = async (db: Queryable) => (await db.one<{ who: string }>(query)).who;
/** The same wherever it is read. */
const mark = async (db: Queryable) => Boolean(await db.one(query));

it('leaves a replica that does not say at once what it shows to those who may wait', async () => {
  const { late, replica } = open();
  await isUsed(late, true);
  expect(await who(await late.showing(mark))).toBe('replica');
  replica.state.isSilent = true;
  expect(await who(await late.showing(mark))).toBe('primary');
});

it('asks over the connection that listens once there is one, and trusts no replica while that is away', async () => {
  const { late, primary } = open(600);
  await isUsed(late, true);
  late.watchOver(async () => Promise.reject(new Error('there is no connection')));
  const { asked } = primary.state;
  await isUsed(late, false);
  expect(primary.state.asked).toBe(asked);
});

it('leaves to the primary what has to have all that was there, also where a replica is fit that has not', async () => {
  const { late, primary, replica } = open();
  await isUsed(late, true);
  primary.place.lsn = '0/200';
  const { asked } = primary.state;
  await vi.waitFor(() => expect(primary.state.asked).toBeGreaterThan(asked + 1));
  const working = late.caughtUp(async () => {
    expect(await who(late)).toBe('primary');
    Object.assign(replica.place, { isStandby: true, lsn: '0/200' });
    await isUsed(late, true);
    expect(await who(late)).toBe('primary');
    replica.place.lsn = '0/300';
    await vi.waitFor(async () => expect(await who(late)).toBe('replica'));
  });
  primary.place.lsn = '0/300';
  replica.place.isStandby = false;
  await working;
});
