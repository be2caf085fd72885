// SPDX-License-Identifier: Apache-2.0

import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import {
  computeCommitment,
  type DrawRecord,
  type DrawTerms,
  drawAlgorithm,
  drawPlaces,
  drawWinners,
  fromListFile,
  hashOfEntrants,
  toListFile,
  verifyDraw,
} from './draw.ts';

const terms: DrawTerms = {
  giveawayId: '01990000-0000-7000-8000-000000000000',
  title: 'Friday drop',
  prizeType: 'GC',
  prizeAmount: 50,
  winnerCount: 2,
  startDate: '2026-11-20T00:00:00.000Z',
  endDate: '2026-11-21T00:00:00.000Z',
};
const seed = '0f'.repeat(32);
const entrants = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(8));

async function record(): Promise<DrawRecord> {
  return {
    algorithm: drawAlgorithm,
    terms,
    commitment: await computeCommitment(seed, terms),
    seed,
    entrants,
    entrantsHash: await hashOfEntrants(entrants),
    winners: await drawWinners(seed, entrants, terms.winnerCount),
  };
}

const isRight = async (published: DrawRecord) =>
  (await verifyDraw(published)).every((check) => check.isRight);

it('verifies a published draw, and reports what it found', async () => {
  const published = await record();
  expect(await verifyDraw(published)).toEqual([
    { what: 'algorithm', isRight: true, found: 'finalring-draw-1' },
    { what: 'commitment', isRight: true, found: published.commitment },
    { what: 'entrants', isRight: true, found: published.entrantsHash },
    { what: 'winners', isRight: true, found: 'cccccccc, bbbbbbbb' },
  ]);
});

it('reports which part of a draw is wrong', async () => {
  const published = await record();
  const wrong = async (change: object) =>
    (await verifyDraw({ ...published, ...change })).filter((check) => !check.isRight).map(({ what }) => what);
  expect(await wrong({ algorithm: 'finalring-draw-2' })).toEqual(['algorithm']);
  expect(await wrong({ commitment: published.entrantsHash })).toEqual(['commitment']);
  expect(await wrong({ entrantsHash: published.commitment })).toEqual(['entrants']);
  expect(await wrong({ winners: ['cccccccc'] })).toEqual(['winners']);
  const twice = [...entrants, 'eeeeeeee'];
  const of = { entrants: twice, entrantsHash: await hashOfEntrants(twice) };
  expect(await wrong({ ...of, winners: await drawWinners(seed, twice, 2) })).toEqual(['entrants']);
});

it('writes and reads the entrants as a file with one line each', () => {
  expect([toListFile(entrants), toListFile([])]).toEqual([entrants.join('\n'), '']);
  expect([fromListFile(toListFile(entrants)), fromListFile('')]).toEqual([entrants, []]);
});

it('never changes its result, so that an independent check agrees', async () => {
  const { commitment, entrantsHash, winners } = await record();
  expect({ commitment, entrantsHash, winners }).toMatchInlineSnapshot(`
    {
      "commitment": "53351f652b6975562488f09b1330957fe9ae1807e102ec3cf96e81554963e334",
      "entrantsHash": "3138f69482460605ad5e3ddc00f93826e068d1085444a8b1b1235b34ce5f9309",
      "winners": [
        "cccccccc",
        "bbbbbbbb",
      ],
    }
  `);
});

it('fails when any published character is changed', { tags: ['long'] }, async () => {
  const published = JSON.stringify(await record());
  const letters = [...published].map((letter, place) => ({ letter, place }));
  const changeable = letters.filter(({ letter }) => /[a-z0-9]/i.test(letter));
  const survivors: string[] = [];
  for (const { letter, place } of changeable) {
    const other = /\d/.test(letter) ? String((Number(letter) + 1) % 10) : letter === 'f' ? 'e' : 'f';
    const changed = published.slice(0, place) + other + published.slice(place + 1);
    const right = await isRight(JSON.parse(changed)).catch(() => false);
    if (right) survivors.push(changed.slice(Math.max(0, place - 12), place + 2));
  }
  expect(survivors).toEqual([]);
});

it('fails when entrants are reordered or added, or winners are reordered', async () => {
  const published = await record();
  const [first, second, ...rest] = entrants;
  expect(await isRight({ ...published, entrants: [second as string, first as string, ...rest] })).toBe(false);
  expect(await isRight({ ...published, entrants: [...entrants, 'ffffffff'] })).toBe(false);
  expect(await isRight({ ...published, winners: published.winners.toReversed() })).toBe(false);
});

it('fails when the entrants were reordered before everything else was computed', async () => {
  const turned = entrants.toReversed();
  const winners = await drawWinners(seed, turned, terms.winnerCount);
  const published = {
    ...(await record()),
    entrants: turned,
    entrantsHash: await hashOfEntrants(turned),
    winners,
  };
  const checks = await verifyDraw(published);
  expect(checks.filter((check) => !check.isRight).map(({ what }) => what)).toEqual(['entrants']);
});

it('draws as many different entrants as there are prizes, or all of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.stringMatching(/^[0-9a-f]{4,8}$/), { maxLength: 40 }),
      fc.integer({ min: 1, max: 20 }),
      fc.stringMatching(/^[0-9a-f]{64}$/),
      async (list, count, secret) => {
        const sorted = list.toSorted();
        const winners = await drawWinners(secret, sorted, count);
        expect(new Set(winners).size).toBe(Math.min(count, sorted.length));
        expect(winners.every((winner) => sorted.includes(winner))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

it('chooses the same places as a shuffle of the whole list', async () => {
  for (const length of [1, 2, 7, 50]) {
    const list = { hash: 'ab'.repeat(32), length };
    const all = await drawPlaces(seed, list, length);
    expect(all.toSorted((one, other) => one - other)).toEqual(Array.from({ length }, (_, place) => place));
    expect(await drawPlaces(seed, list, 3)).toEqual(all.slice(0, 3));
    expect(await drawPlaces(seed, list, length + 5)).toEqual(all);
  }
});

it('skips numbers that would favor some entrants', async () => {
  const length = 2 ** 47 + 1;
  const firsts: boolean[] = [];
  for (const hash of ['aa', 'bb', 'cc', 'dd', 'ee', 'ff']) {
    const numbers = Array.from({ length: 30 }, (_, counter) =>
      createHmac('sha256', seed).update(`${hash}:${counter}`).digest().readUIntBE(0, 6),
    );
    const usable = numbers.filter((number) => number < length);
    expect(await drawPlaces(seed, { hash, length }, 1)).toEqual(usable.slice(0, 1));
    firsts.push(usable[0] === numbers[0]);
  }
  expect(new Set(firsts).size).toBe(2);
});

it('gives every entrant the same chance', { tags: ['long'] }, async () => {
  const wins = new Map<string, number>();
  const rounds = 3_000;
  for (let round = 0; round < rounds; round++) {
    const [winner] = await drawWinners(round.toString(16).padStart(64, '0'), entrants, 1);
    wins.set(winner as string, (wins.get(winner as string) ?? 0) + 1);
  }
  // Five entrants, 600 each expected; 4 standard deviations are 88.
  for (const entrant of entrants) expect(Math.abs((wins.get(entrant) ?? 0) - rounds / 5)).toBeLessThan(88);
});

it('skips a number that would favor some entrants', async () => {
  const blocks = [new Uint8Array(32).fill(255), new Uint8Array([0, 0, 0, 0, 0, 1])];
  // 2^48 - 1 is the first number of the last multiple of three, which is incomplete.
  vi.spyOn(crypto.subtle, 'sign').mockImplementation(
    async () => (blocks.shift() ?? new Uint8Array(6)).buffer,
  );
  expect(await drawPlaces(seed, { hash: 'aa', length: 3 }, 1)).toEqual([1]);
});
