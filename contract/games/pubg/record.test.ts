// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getStart, isPlayedAs } from './matches.ts';
import { readPublicMatch } from './record.ts';
import { recordAddress } from './record-address.ts';
import type { MatchRecord } from './schemas.ts';

function fixture(name: string) {
  return JSON.parse(readFileSync(new URL(`./fixtures/pubg-match-${name}.json`, import.meta.url), 'utf8'));
}

interface Item {
  type: string;
  attributes: { stats?: Record<string, unknown> & { playerId?: string } };
}

const winner = 'account.e698aa4f6bef5ebf00276831135d24f1';

function recordOf(json: unknown, accountId = winner): MatchRecord {
  const read = readPublicMatch(json, { id: accountId });
  if (!('record' in read)) throw new Error('no record');
  return read.record;
}

describe('the public record of a match', () => {
  it('of a Solo match has the player’s own place', () => {
    expect(readPublicMatch(fixture('solo-made'), { id: winner })).toEqual({
      record: {
        id: fixture('solo-made').data.id,
        createdAt: '2026-11-20T18:10:12.000Z',
        durationSeconds: 1502,
        mode: 'solo-fpp',
        type: 'official',
        isCustom: false,
        map: 'Baltic_Main',
        storedAt: '2026-11-20T18:36:40.000Z',
        startedAt: null,
        place: 1,
        kills: 5,
        botsKilled: 3,
        botKills: null,
      },
      telemetryUrl: expect.stringMatching(/^https:\/\/telemetry-cdn[.]pubg[.]com\/.*-telemetry[.]json$/),
    });
  });

  it('of a squad has the team’s place, which a member who died early shares', () => {
    const squad = fixture('squad-fpp-2019-09');
    expect(recordOf(squad)).toMatchObject({ place: 1, kills: 6, mode: 'squad-fpp' });
    // The participant’s own winPlace is 26.
    expect(recordOf(squad, 'account.120f00dba2bdb6d04d8e91a2efbac8ab')).toMatchObject({
      place: 13,
      kills: 0,
    });
  });

  it('has no place for a player who wasn’t in it, but still says when and how it was played', () => {
    expect(recordOf(fixture('solo-made'), `account.${'0'.repeat(32)}`)).toMatchObject({
      ...{ place: null, kills: 0, mode: 'solo-fpp', createdAt: '2026-11-20T18:10:12.000Z' },
    });
  });

  it('ignores malformed entries of others, which may be bots', () => {
    const json = fixture('solo-made');
    const isWinner = (item: Item) => item.attributes.stats?.playerId === winner;
    for (const item of json.included as Item[]) {
      if (item.type === 'participant' && !isWinner(item)) item.attributes.stats = { winPlace: 0 };
      if (item.type === 'roster') item.attributes.stats = {};
    }
    json.included.push({ type: 'asset', attributes: {} });
    const strangers = (json.included as Item[]).filter((item) => item.type === 'participant').length - 1;
    expect(recordOf(json)).toMatchObject({ place: 1, kills: 5, botsKilled: strangers });
  });

  it('of another kind may have another shape', () => {
    const json = fixture('solo-made');
    Object.assign(json.data.attributes, { matchType: 'arcade', gameMode: 'tdm' });
    json.included = json.included.filter(({ type }: Item) => type !== 'roster');
    expect(recordOf(json)).toMatchObject({ place: null, kills: 0, type: 'arcade' });
  });

  it('counts every bot that did not survive', () => {
    const json = fixture('solo-made');
    const bots = (json.included as Item[]).filter((item) =>
      item.attributes.stats?.playerId?.startsWith('ai.'),
    );
    for (const [index, deathType] of ['alive', 'byzone', 'logout'].entries())
      Object.assign(bots[index]?.attributes.stats ?? {}, { deathType });
    expect(bots).toHaveLength(3);
    expect(recordOf(json).botsKilled).toBe(2);
  });

  it.each<[string, (json: ReturnType<typeof fixture>) => unknown, string]>([
    ['null', () => null, ''],
    ['another document', (json) => ({ ...json, data: { ...json.data, type: 'player' } }), 'data.type'],
    [
      'a time that is none',
      (json) => {
        json.data.attributes.createdAt = 'yesterday';
        return json;
      },
      'data.attributes.createdAt',
    ],
    [
      'no place',
      (json) => {
        for (const item of json.included) if (item.type === 'participant') item.attributes.stats.winPlace = 0;
        return json;
      },
      'record.place',
    ],
    [
      'kills below zero',
      (json) => {
        for (const item of json.included) if (item.type === 'participant') item.attributes.stats.kills = -1;
        return json;
      },
      'record.kills',
    ],
  ])('is refused at the faulty field: %s', (_name, change, wrongAt) => {
    expect(readPublicMatch(change(fixture('solo-made')), { id: winner })).toEqual({ wrongAt });
  });

  it('has a public address', () => {
    expect(recordAddress('steam', 'a/b')).toBe('https://api.pubg.com/shards/steam/matches/a%2Fb');
  });
});

describe('the start of a match', () => {
  const later = Date.parse('2026-12-01T00:00:00Z');
  const isProven = (record: MatchRecord, knownAt = later) => {
    const { earliest, latest } = getStart(record, knownAt);
    return earliest === latest;
  };
  const solo = recordOf(fixture('solo-made'));
  const storedAfter = (seconds: number): MatchRecord => ({
    ...solo,
    storedAt: new Date(Date.parse(solo.createdAt) + (solo.durationSeconds + seconds) * 1000).toISOString(),
  });

  it('is proven by recorded answers', () => {
    expect(isProven(recordOf(fixture('squad-fpp-2019-09')))).toBe(true);
    const { attributes } = fixture('tdm-2026-04').data;
    const [asset] = fixture('tdm-2026-04').included;
    const head = { createdAt: attributes.createdAt, durationSeconds: attributes.duration };
    expect(isProven({ ...solo, ...head, storedAt: asset.attributes.createdAt })).toBe(true);
  });

  it.each([
    [-1, false],
    [0, true],
    [600, true],
    [601, false],
  ])('is proven when telemetry was stored %i s after the end: %s', (seconds, proven) => {
    expect(isProven(storedAfter(seconds))).toBe(proven);
  });

  it('is not proven without telemetry, or by a match that is not over', () => {
    expect(isProven({ ...solo, storedAt: null })).toBe(false);
    expect(isProven(solo, Date.parse(solo.createdAt) + 60_000)).toBe(false);
  });

  it('comes from telemetry when the record proves nothing', () => {
    const startedAt = '2026-11-20T18:11:00.000Z';
    const time = Date.parse(startedAt);
    expect(getStart({ ...solo, storedAt: null, startedAt }, later)).toEqual({ earliest: time, latest: time });
  });
});

describe('a match of the challenge’s kind', () => {
  const solo = recordOf(fixture('solo-made'));
  it.each<[Partial<MatchRecord>, boolean]>([
    [{}, true],
    [{ mode: 'solo' }, true],
    [{ type: 'competitive' }, true],
    [{ isCustom: true }, false],
    [{ mode: 'normal-solo' }, false],
    [{ mode: 'duo-fpp' }, false],
    ...['airoyale', 'arcade', 'event', 'custom', 'training', 'Official'].map(
      (type): [Partial<MatchRecord>, boolean] => [{ type }, false],
    ),
  ])('%j: %s', (change, isOne) => {
    expect(isPlayedAs({ ...solo, ...change }, { mode: 'solo' })).toBe(isOne);
  });
});
