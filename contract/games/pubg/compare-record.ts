// SPDX-License-Identifier: Apache-2.0

import type { Receipt } from '../../challenges.ts';
import { recheck } from '../../recheck.ts';
import type { RecordAnswer } from './ask-record.ts';
import { readPublicMatch, type Whose } from './record.ts';
import type { MatchRecord } from './schemas.ts';

/** One fact, as the receipt and the publisher show it. */
export interface Difference {
  fact: string;
  receipt: string;
  published: string;
}

export type RecordFinding =
  /** `isByTelemetry`: the result also rests on telemetry, which is not compared. */
  | { kind: 'agrees'; isByTelemetry: boolean; isNameHidden: boolean }
  | { kind: 'differs'; differences: Difference[] }
  /** The publisher should have it and doesn't. */
  | { kind: 'missing' }
  | { kind: 'expired'; kept: MatchRecord }
  | Exclude<RecordAnswer, { kind: 'read' | 'unknown' }>;

/** For how long the publisher keeps a match. */
const keptMs = 14 * 24 * 60 * 60_000;

const facts = {
  createdAt: 'Start',
  durationSeconds: 'Length in seconds',
  mode: 'Mode',
  type: 'Kind of match',
  isCustom: 'Custom match',
  map: 'Map',
  storedAt: 'Telemetry stored',
  place: 'Place',
  kills: 'Kills',
  botsKilled: 'Bots killed',
} as const satisfies Partial<Record<keyof MatchRecord, string>>;
const factNames = Object.keys(facts) as (keyof typeof facts)[];

/** The record of a match as the receipt last showed it. */
export function findKept({ readings }: Receipt, matchId: string): MatchRecord | undefined {
  return readings
    .flatMap((reading) => (reading.kind === 'matches' ? reading.matches : []))
    .findLast(({ id }) => id === matchId);
}

/**
 * Compares a receipt with the publisher's record of the match that counts, and judges the record by the function that
 * decided the attempt.
 * @param kept the receipt's record of it
 */
export function compareRecord(
  receipt: Receipt,
  kept: MatchRecord,
  answer: RecordAnswer,
  { whose, now }: { whose: Whose; now: Date },
): RecordFinding {
  if (answer.kind === 'unknown') {
    const isExpired = now.getTime() - Date.parse(kept.createdAt) > keptMs;
    return isExpired ? { kind: 'expired', kept } : { kind: 'missing' };
  }
  if (answer.kind !== 'read') return answer;
  const read = readPublicMatch(answer.json, whose);
  if ('wrongAt' in read) return { kind: 'unreadable', detail: `another shape at "${read.wrongAt}"` };
  const { record } = read;
  if (record.id !== kept.id) return { kind: 'unreadable', detail: 'about another match' };
  const { place, kills } = kept;
  if (place !== null && record.place === null) {
    const sought = 'kills' in whose ? `place ${place} with ${kills} kills` : Object.values(whose).join();
    return {
      kind: 'differs',
      differences: [{ fact: 'Player', receipt: sought, published: 'not in this match' }],
    };
  }
  const differences = [...listDifferences(kept, record), ...judgeAgain(receipt, kept, record, now)];
  if (differences.length > 0) return { kind: 'differs', differences };
  return {
    kind: 'agrees',
    isByTelemetry: kept.startedAt !== null || kept.botKills !== null,
    isNameHidden: 'kills' in whose,
  };
}

function listDifferences(kept: MatchRecord, published: MatchRecord): Difference[] {
  return (
    factNames
      // Telemetry may have been stored after our last reading.
      .filter((name) => kept[name] !== published[name] && !(name === 'storedAt' && kept.storedAt === null))
      .map((name) => ({
        fact: facts[name],
        receipt: String(kept[name] ?? 'none'),
        published: String(published[name] ?? 'none'),
      }))
  );
}

/** Where the publisher's record, in place of ours, leads to another result than the receipt shows. */
function judgeAgain(receipt: Receipt, kept: MatchRecord, published: MatchRecord, now: Date): Difference[] {
  const { attempt, decision, voided, ruling } = receipt;
  const { startedAt, botKills } = kept;
  const same = JSON.stringify(kept);
  const readings = receipt.readings.map((reading) =>
    reading.kind === 'matches'
      ? {
          ...reading,
          matches: reading.matches.map((one) =>
            JSON.stringify(one) === same ? { ...published, startedAt, botKills } : one,
          ),
        }
      : reading,
  );
  const again = recheck({ ...receipt, readings }, now);
  const isShownAsDecided = !decision || voided || ruling || attempt.status === decision.status;
  if (again?.agrees !== false && isShownAsDecided) return [];
  const shown = `${attempt.status}, ${attempt.rewardGiven} GC paid`;
  const verdict = again ? `${again.verdict.status} (${again.verdict.reason})` : String(decision?.status);
  return [{ fact: 'Result', receipt: shown, published: verdict }];
}
