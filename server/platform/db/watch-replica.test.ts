// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { patient } from '../../../tests/support/patience.ts';
import { type LogPlace, type ReplicaWatch, watchReplica } from './watch-replica.ts';

const maxLagMs = patient(600);
let watch: ReplicaWatch | undefined;
afterEach(() => watch?.stop());

/** A primary and what follows it, as far as the watch asks them. */
function pair(system = 'one') {
  const primary: LogPlace = { lsn: '0/100', timeline: '00000001', system };
  const replica = { lsn: '0/100', timeline: '00000001' as string | null, system, isStandby: true };
  const other = { ...replica };
  let isSilent = false;
  let isGivenUp = false;
  watch = watchReplica({
    askPrimary: async () => ({ ...primary }),
    replicas: [
      {
        ask: () => (isSilent ? new Promise(() => {}) : Promise.resolve({ ...replica })),
        giveUp: () => {
          isGivenUp = true;
        },
      },
      { ask: async () => ({ ...other }), giveUp: () => {} },
    ],
    maxLagMs,
  });
  return {
    primary,
    replica,
    other,
    silence: () => {
      isSilent = true;
    },
    isGivenUp: () => isGivenUp,
  };
}

const becomes = (fit: number | undefined) => vi.waitFor(() => expect(watch?.fit).toBe(fit), { interval: 10 });

it('reads from a replica that has what the primary had a moment ago, however long nothing moves', async () => {
  pair();
  expect(watch?.fit).toBeUndefined();
  await becomes(0);
  await delay(2 * maxLagMs);
  expect(watch?.fit).toBe(0);
  expect(watch?.lagMs).toBeLessThan(maxLagMs);
});

it('does not while it is too far behind, and knows what it has caught up with', async () => {
  const { primary, replica } = pair();
  await becomes(0);
  primary.lsn = '0/200';
  let isCaughtUp = false;
  const catchingUp = watch?.catchUp().then(() => {
    isCaughtUp = true;
  });
  await delay(maxLagMs / 2);
  expect(isCaughtUp).toBe(false);
  await becomes(undefined);
  await catchingUp;
  expect(watch?.why).toBe('it is too far behind');
  replica.lsn = '0/200';
  await becomes(0);
});

it('takes a header at the start of a page for nothing that lacks', async () => {
  const { primary, replica } = pair();
  [primary.lsn, replica.lsn] = ['0/2018', '0/2000'];
  await becomes(0);
  await delay(2 * maxLagMs);
  expect(watch?.fit).toBe(0);
});

it.each([
  ['was promoted', { isStandby: false }],
  ['follows another database', { system: 'two' }],
  ['follows another primary', { timeline: '00000002' }],
  ['does not say whose log it follows', { timeline: null }],
])('leaves one that %s for the next', async (_, change) => {
  const { replica } = pair();
  await becomes(0);
  Object.assign(replica, change);
  await becomes(1);
});

it('leaves one that falls silent, and finds none where the next is no better', {
  tags: ['long'],
}, async () => {
  const { other, silence, isGivenUp } = pair();
  await becomes(0);
  other.isStandby = false;
  silence();
  await becomes(undefined);
  await vi.waitFor(() => expect(watch?.why).toMatch(/answer|standby/));
  expect(isGivenUp()).toBe(true);
  other.isStandby = true;
  await becomes(1);
});

it('says that none is fit, and why, where none was from the beginning', { tags: ['long'] }, async () => {
  const told: [boolean, string | undefined][] = [];
  let isWrong = true;
  const place: LogPlace = { lsn: '0/100', timeline: '00000001', system: 'one' };
  watch = watchReplica({
    askPrimary: async () => place,
    replicas: [
      {
        async ask() {
          if (isWrong) throw new Error('password authentication failed for user "reader"');
          return { ...place, isStandby: true };
        },
        giveUp: () => {},
      },
    ],
    maxLagMs,
    onChange: (...change) => void told.push(change),
  });
  await vi.waitFor(() => expect(told).toHaveLength(1));
  const why = 'it does not answer: password authentication failed for user "reader"';
  expect(told).toEqual([[false, why]]);
  isWrong = false;
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]).toEqual([true, undefined]);
});
