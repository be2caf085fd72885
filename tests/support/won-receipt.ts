// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { challengeRules } from '../../contract/challenge-rules.ts';
import type { Receipt } from '../../contract/challenges.ts';
import { readPublicMatch } from '../../contract/games/pubg/record.ts';
import type { MatchRecord } from '../../contract/games/pubg/schemas.ts';

/** A won attempt whose match is the recorded Solo match, for tests of the check with the publisher. */
export const winnerId = 'account.e698aa4f6bef5ebf00276831135d24f1';

export interface Item {
  type: string;
  attributes: { stats: Record<string, unknown>; createdAt?: string };
}

interface Answer {
  data: { id: string; attributes: Record<string, unknown> };
  included: Item[];
}

/** The publisher's answer, as a copy to change. */
export const publishedMatch = (): Answer =>
  JSON.parse(
    readFileSync(
      new URL('../../contract/games/pubg/fixtures/pubg-match-solo-made.json', import.meta.url),
      'utf8',
    ),
  );

export function ownStats({ included }: Answer): Record<string, unknown> {
  const own = included.find(({ attributes }) => attributes.stats?.playerId === winnerId);
  if (!own) throw new Error('the fixture lacks the winner');
  return own.attributes.stats;
}

export function keptMatch(): MatchRecord {
  const read = readPublicMatch(publishedMatch(), { id: winnerId });
  if ('wrongAt' in read) throw new Error(read.wrongAt);
  return read.record;
}

/** @param changes of our record, which the publisher's then differs from */
export function receiptOf(changes: Partial<MatchRecord> = {}, of: Partial<Receipt> = {}): Receipt {
  const match = { ...keptMatch(), ...changes };
  const at = '2026-11-20T19:15:00.000Z';
  const reading = { kind: 'matches' as const, isBanned: false, untold: [] };
  const id = '0198f000-0000-7000-8000-000000000001';
  const variant = { _id: id, challengeType: 'TOP10_5KILL_SOLO', requiredPlacement: 10, requiredKills: 5 };
  const none = { matches: 0, wins: 0, place: null, kills: 0 };
  return {
    attempt: {
      _id: id,
      game: 'pubg',
      terms: { mode: 'solo', countsBots: true },
      challenge: {
        description: 'Erangel',
        challengeVariants: [{ ...variant, entryFeeGC: 100, rewardGC: 180 }],
      },
      challengeType: variant.challengeType,
      epicId: `steam/${winnerId}`,
      status: 'SUCCESS',
      startedAt: '2026-11-20T18:05:00.000Z',
      completedAt: at,
      initialStats: none,
      finalStats: { matches: 1, wins: Number(match.place === 1), place: match.place, kills: match.kills },
      entryFeeGC: 100,
      rewardGiven: 180,
      refundGC: 0,
      processingFeeGC: 0,
      xpGiven: 0,
      reason: 'conditions-met',
      startBy: '2026-11-20T18:45:00.000Z',
      isPractice: false,
      sawOlderMatch: false,
    },
    rules: challengeRules(1),
    initial: { ...reading, takenAt: '2026-11-20T18:05:00.000Z', seen: [], matches: [] },
    readings: [{ ...reading, takenAt: at, seen: [match.id], matches: [match] }],
    differences: null,
    decision: { status: 'SUCCESS', reason: 'conditions-met', at },
    voided: null,
    ruling: null,
    ...of,
  };
}
