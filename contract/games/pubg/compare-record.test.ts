// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import {
  type Item,
  keptMatch,
  ownStats,
  publishedMatch,
  receiptOf,
  winnerId,
} from '../../../tests/support/won-receipt.ts';
import type { Attempt, Receipt } from '../../challenges.ts';
import { findRecord } from '../kept-copy.ts';
import type { RecordAnswer } from './ask-record.ts';
import { compareRecord } from './compare-record.ts';
import type { Whose } from './record.ts';
import type { MatchRecord } from './schemas.ts';

const soon = new Date('2026-11-21T00:00:00Z');

function compare(
  receipt: Receipt,
  {
    answer = { kind: 'read', json: publishedMatch() },
    whose = { id: winnerId },
    now = soon,
  }: { answer?: RecordAnswer; whose?: Whose; now?: Date } = {},
) {
  const kept = findRecord(receipt.readings, keptMatch().id);
  if (!kept) throw new Error('no record');
  return compareRecord(receipt, kept, answer, { whose, now });
}

const at = '2026-11-20T20:00:00.000Z';
const soonAfter = '2026-11-20T19:00:00.000Z';
const voided = { at, reason: '', isFeeForfeited: false };
const cancelled = { status: 'CANCELLED', rewardGiven: 0, refundGC: 100 } as const;
const wonByRuling = { outcome: 'won', answer: '', at } as const;

const factsOf = (found: ReturnType<typeof compare>) =>
  found.kind === 'differs' ? found.differences.map(({ fact }) => fact) : found.kind;

describe('an honest receipt', () => {
  it('agrees, whether the account is known by id or by name', () => {
    const agrees = { kind: 'agrees', provesResult: true, isByTelemetry: false, isNameHidden: false };
    expect(compare(receiptOf())).toEqual(agrees);
    expect(compare(receiptOf(), { whose: { name: String(ownStats(publishedMatch()).name) } })).toEqual(
      agrees,
    );
  });

  it('agrees with a hidden name if anyone in the match had this result', () => {
    const { place, kills } = keptMatch();
    expect(compare(receiptOf(), { whose: { place, kills } })).toMatchObject({ isNameHidden: true });
    expect(factsOf(compare(receiptOf({ kills: 31 }), { whose: { place, kills: 31 } }))).toEqual(['Player']);
  });

  it('is compared without its name if that name is not in the match', () => {
    expect(compare(receiptOf(), { whose: { name: 'Renamed' } })).toEqual({ kind: 'renamed' });
    expect(factsOf(compare(receiptOf({ map: 'Desert_Main' }), { whose: { name: 'Renamed' } }))).toEqual([
      'Map',
    ]);
  });

  it('reports whether the record proves the result', () => {
    const { attempt } = receiptOf();
    const lost = { status: 'FAILED', reason: 'conditions-not-met', at: '2026-11-20T19:15:00.000Z' } as const;
    const ruled = receiptOf({ kills: 4 }, { decision: lost, ruling: wonByRuling });
    const json = publishedMatch();
    Object.assign(ownStats(json), { kills: 4 });
    expect(compare(ruled, { answer: { kind: 'read', json } })).toMatchObject({ provesResult: false });
    const undone = receiptOf({}, { voided, attempt: { ...attempt, ...cancelled } });
    expect(compare(undone)).toMatchObject({ provesResult: false });
  });

  it('reports that the start came from telemetry', () => {
    const { createdAt } = keptMatch();
    expect(compare(receiptOf({ startedAt: createdAt }))).toMatchObject({ isByTelemetry: true });
  });

  it('agrees if telemetry was stored after our last reading', () => {
    const decision = { status: 'SUCCESS', reason: 'conditions-met', at: '2026-11-20T19:15:00.000Z' } as const;
    const receipt = receiptOf({ storedAt: null, startedAt: keptMatch().createdAt }, { decision });
    expect(compare(receipt)).toMatchObject({ kind: 'agrees' });
  });

  it.each<[string, Partial<Attempt>, Partial<Receipt>]>([
    ['while nothing is decided yet', { status: 'WAITING_RECHECK', rewardGiven: 0 }, { decision: null }],
    ['if it was voided', cancelled, { voided }],
    ['if it was voided while it ran', cancelled, { voided, decision: null }],
    [
      'if its fee was forfeited',
      { ...cancelled, refundGC: 0 },
      { voided: { ...voided, isFeeForfeited: true } },
    ],
  ])('agrees %s', (_, changes, of) => {
    const { attempt } = receiptOf();
    const receipt = receiptOf({}, { ...of, attempt: { ...attempt, ...changes } });
    expect(compare(receipt)).toMatchObject({ kind: 'agrees' });
  });

  it('agrees if the publisher changed the record before the attempt was cancelled for it', () => {
    const { readings, attempt } = receiptOf();
    const before = receiptOf({ kills: 6 }).readings.map((reading) => ({ ...reading, takenAt: soonAfter }));
    const receipt = receiptOf(
      {},
      {
        readings: [...before, ...readings.map((reading) => ({ ...reading, takenAt: at }))],
        decision: { status: 'CANCELLED', reason: 'source-reset', at },
        attempt: { ...attempt, ...cancelled },
      },
    );
    expect(compare(receipt)).toMatchObject({ kind: 'agrees' });
  });
});

describe('a forged receipt', () => {
  it.each<[Partial<MatchRecord>, string[]]>([
    [{ place: 2 }, ['Place']],
    [{ kills: 9 }, ['Kills']],
    [{ botsKilled: 0 }, ['Bots killed']],
    [{ mode: 'solo' }, ['Mode']],
    [{ map: 'Desert_Main' }, ['Map']],
    [{ createdAt: '2026-11-20T18:20:12.000Z' }, ['Start']],
    [{ durationSeconds: 1501 }, ['Length in seconds']],
    // The publisher's record gives another result.
    [{ type: 'competitive', place: 3 }, ['Kind of match', 'Place']],
  ])('differs when forged to %j', (changes, facts) => {
    expect(factsOf(compare(receiptOf(changes)))).toEqual(facts);
  });

  it('differs in the result if the true record gives another one', () => {
    const json = publishedMatch();
    Object.assign(ownStats(json), { winPlace: 40, kills: 0 });
    expect(compare(receiptOf(), { answer: { kind: 'read', json } })).toEqual({
      kind: 'differs',
      differences: [
        { fact: 'Place', receipt: '1', published: '40' },
        { fact: 'Kills', receipt: '5', published: '0' },
        { fact: 'Result', receipt: 'SUCCESS, 180 GC paid', published: 'FAILED (conditions-not-met)' },
      ],
    });
  });

  it('differs if the match began before entry', () => {
    const json = publishedMatch();
    json.data.attributes.createdAt = '2026-11-20T18:00:00Z';
    const found = compare(receiptOf(), { answer: { kind: 'read', json } });
    expect(factsOf(found)).toEqual(['Start', 'Result']);
  });

  it('differs if a genuine record was decided or shown otherwise', () => {
    const decision = {
      status: 'FAILED',
      reason: 'conditions-not-met',
      at: '2026-11-20T19:15:00.000Z',
    } as const;
    const { attempt } = receiptOf();
    const lost = receiptOf({}, { decision, attempt: { ...attempt, status: 'FAILED', rewardGiven: 0 } });
    expect(factsOf(compare(lost))).toEqual(['Result']);
    expect(factsOf(compare(receiptOf({}, { attempt: { ...attempt, status: 'FAILED' } })))).toEqual([
      'Result',
    ]);
    expect(factsOf(compare(receiptOf({}, { attempt: { ...attempt, rewardGiven: 900 } })))).toEqual([
      'Result',
    ]);
  });

  it('differs if its page shows another result', () => {
    const { attempt } = receiptOf();
    const finalStats = { matches: 1, wins: 1, place: 1, kills: 20 };
    expect(compare(receiptOf({}, { attempt: { ...attempt, finalStats } }))).toMatchObject({
      differences: [
        {
          fact: 'Result of the match',
          receipt: 'matches 1, wins 1, place 1, kills 20',
          published: 'matches 1, wins 1, place 1, kills 5',
        },
      ],
    });
  });

  it('differs if a forged earlier copy decided, even when the last copy is genuine', () => {
    const honest = receiptOf({ place: 30, kills: 1 });
    const [forged] = receiptOf({ place: 1, kills: 9 }).readings;
    const last = honest.readings.map((reading) => ({ ...reading, takenAt: '2026-11-20T19:20:00.000Z' }));
    const json = publishedMatch();
    Object.assign(ownStats(json), { winPlace: 30, kills: 1 });
    const readings = forged ? [forged, ...last] : last;
    const found = compare(receiptOf({ place: 30, kills: 1 }, { readings }), {
      answer: { kind: 'read', json },
    });
    expect(factsOf(found)).toEqual(['Place', 'Kills', 'Result']);
  });

  it.each<[string, Partial<Attempt>, Partial<Receipt>]>([
    ['a win without a decision', {}, { decision: null }],
    ['a payment without a decision', { status: 'WAITING_RECHECK' }, { decision: null }],
    ['a voided win', {}, { voided }],
    ['a voided win that was never decided', {}, { voided, decision: null }],
    ['a voided attempt that paid', { status: 'CANCELLED', refundGC: 100 }, { voided }],
    ['a forfeited fee that came back', cancelled, { voided: { ...voided, isFeeForfeited: true } }],
    ['a ruling that shows another status', { status: 'FAILED' }, { ruling: wonByRuling }],
  ])('differs with %s', (_, changes, of) => {
    const { attempt } = receiptOf();
    expect(factsOf(compare(receiptOf({}, { ...of, attempt: { ...attempt, ...changes } })))).toEqual([
      'Result',
    ]);
  });

  it('differs if the match is another player’s, even if a bot has the name', () => {
    const json = publishedMatch();
    const isBot = ({ attributes }: Item) => String(attributes.stats?.playerId).startsWith('ai.');
    const bot = json.included.find(isBot);
    if (!bot) throw new Error('the fixture lacks a bot');
    bot.attributes.stats.name = 'Somebody';
    const receipt = receiptOf({ kills: 31 });
    const found = compare(receipt, { answer: { kind: 'read', json }, whose: { name: 'Somebody' } });
    expect(found).toMatchObject({
      differences: [{ fact: 'Player', receipt: 'Somebody', published: 'not in this match' }],
    });
  });
});

describe('without a record', () => {
  it('a match is missing for 14 days, then it has expired and our copy is shown', () => {
    const gone = (now: string) => compare(receiptOf(), { answer: { kind: 'unknown' }, now: new Date(now) });
    expect(gone('2026-12-04T18:10:12Z')).toEqual({ kind: 'missing' });
    expect(gone('2026-12-04T18:10:13Z')).toEqual({ kind: 'expired', kept: keptMatch() });
  });

  it.each<RecordAnswer>([
    { kind: 'limited' },
    { kind: 'unreachable', detail: 'HTTP 503' },
    { kind: 'unreadable', detail: 'no JSON' },
  ])('nothing is compared after the answer %j', (answer) => {
    expect(compare(receiptOf(), { answer })).toEqual(answer);
  });

  it('nothing is compared with another document or the record of another match', () => {
    const json = publishedMatch();
    json.data.id = 'another';
    const another = { kind: 'unreadable', detail: 'about another match' };
    expect(compare(receiptOf(), { answer: { kind: 'read', json } })).toEqual(another);
    const odd = { kind: 'unreadable', detail: 'another shape at "data"' };
    expect(compare(receiptOf(), { answer: { kind: 'read', json: {} } })).toEqual(odd);
  });
});
