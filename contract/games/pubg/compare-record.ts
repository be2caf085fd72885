// SPDX-License-Identifier: Apache-2.0

import { activeStatuses } from '../../attempt-statuses.ts';
import type { Receipt } from '../../challenges.ts';
import { recheck } from '../../recheck.ts';
import type { FinalReason } from '../../verdict-terms.ts';
import type { RecordAnswer } from './ask-record.ts';
import { toRecordStats } from './attempt-stats.ts';
import { readPublicMatch, type Whose } from './record.ts';
import type { MatchRecord } from './schemas.ts';

/** One fact, as the receipt and the publisher show it. */
export interface Difference {
  fact: string;
  receipt: string;
  published: string;
}

export type RecordFinding =
  /**
   * `provesResult`: the record alone leads to the result. `isByTelemetry`: the result also rests on telemetry, which is
   * not compared.
   */
  | { kind: 'agrees'; provesResult: boolean; isByTelemetry: boolean; isNameHidden: boolean }
  /** The facts agree, but under another name. */
  | { kind: 'renamed' }
  | { kind: 'differs'; differences: Difference[] }
  /** The publisher should have it and doesn't. */
  | { kind: 'missing' }
  | { kind: 'expired'; kept: MatchRecord }
  | Exclude<RecordAnswer, { kind: 'read' | 'unknown' }>;

/** For how long the publisher keeps a match. */
export const keptMs = 14 * 24 * 60 * 60_000;

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

/** The records of a match that the receipt shows, oldest first. */
function findCopies({ readings }: Receipt, matchId: string): MatchRecord[] {
  return readings
    .flatMap((reading) => (reading.kind === 'matches' ? reading.matches : []))
    .filter(({ id }) => id === matchId);
}

/**
 * Compares a receipt with the publisher's record of the match that counts, and judges the record by the function that
 * decided the attempt. An earlier copy may have decided, so all of them are compared; but only a match's result rules
 * out that the publisher changed its record.
 * @param kept the receipt's last record of it
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
  const { place, kills } = kept;
  const named = readPublicMatch(answer.json, whose);
  const isRenamed = 'name' in whose && place !== null && 'record' in named && named.record.place === null;
  const read = isRenamed ? readPublicMatch(answer.json, { place, kills }) : named;
  if ('wrongAt' in read) return { kind: 'unreadable', detail: `another shape at "${read.wrongAt}"` };
  const { record } = read;
  if (record.id !== kept.id) return { kind: 'unreadable', detail: 'about another match' };
  if (place !== null && record.place === null) {
    const sought = 'kills' in whose ? `place ${place} with ${kills} kills` : Object.values(whose).join();
    return {
      kind: 'differs',
      differences: [{ fact: 'Player', receipt: sought, published: 'not in this match' }],
    };
  }
  const copies = isDecidedByMatch(receipt) ? findCopies(receipt, kept.id) : [kept];
  const differences = [
    ...listDifferences(copies, record),
    ...compareStats(receipt, kept, record),
    ...judgeAgain(receipt, copies, record, now),
  ];
  if (differences.length > 0) return { kind: 'differs', differences };
  if (isRenamed) return { kind: 'renamed' };
  return {
    kind: 'agrees',
    provesResult: isDecidedByMatch(receipt) && !receipt.voided && receipt.ruling?.outcome !== 'won',
    isByTelemetry: kept.startedAt !== null || kept.botKills !== null,
    isNameHidden: 'kills' in whose,
  };
}

const reasonsByMatch: readonly string[] = [
  'conditions-met',
  'conditions-not-met',
  'started-late',
] satisfies FinalReason[];

function isDecidedByMatch({ decision }: Receipt): boolean {
  return decision !== null && reasonsByMatch.includes(decision.reason);
}

/** Each fact at most once. */
function listDifferences(copies: MatchRecord[], published: MatchRecord): Difference[] {
  return factNames.flatMap((name) => {
    const copy = copies.find(
      (one) =>
        one[name] !== published[name] &&
        // Telemetry may have been stored after a reading.
        !(name === 'storedAt' && one.storedAt === null),
    );
    if (!copy) return [];
    const receipt = String(copy[name] ?? 'none');
    return [{ fact: facts[name], receipt, published: String(published[name] ?? 'none') }];
  });
}

/** The result that the page shows must be that of the receipt's own record. */
function compareStats({ attempt }: Receipt, kept: MatchRecord, published: MatchRecord): Difference[] {
  const { finalStats, terms } = attempt;
  if (!finalStats || !terms) return [];
  const ours = toRecordStats(kept, terms);
  const { startedAt, botKills } = kept;
  const theirs = toRecordStats({ ...published, startedAt, botKills }, terms);
  const names = ['matches', 'wins', 'place', 'kills'] as const;
  const shown: Partial<typeof ours> = finalStats;
  if (names.every((name) => shown[name] === ours[name])) return [];
  const tell = (stats: Partial<typeof ours>) =>
    names.map((name) => `${name} ${stats[name] ?? 'none'}`).join(', ');
  return [{ fact: 'Result of the match', receipt: tell(shown), published: tell(theirs) }];
}

/** Where the publisher's record, in place of ours, leads to another result than the receipt shows. */
function judgeAgain(
  receipt: Receipt,
  copies: MatchRecord[],
  published: MatchRecord,
  now: Date,
): Difference[] {
  const { attempt, decision, voided } = receipt;
  const readings = receipt.readings.map((reading) =>
    reading.kind === 'matches'
      ? {
          ...reading,
          matches: reading.matches.map((one) =>
            copies.includes(one) ? { ...published, startedAt: one.startedAt, botKills: one.botKills } : one,
          ),
        }
      : reading,
  );
  const again = recheck({ ...receipt, readings }, now);
  if (again?.agrees !== false && isShownAsDecided(receipt)) return [];
  const shown = `${attempt.status}, ${attempt.rewardGiven} GC paid`;
  const judged = again ? `${again.verdict.status} (${again.verdict.reason})` : String(decision?.status);
  return [{ fact: 'Result', receipt: shown, published: voided ? `${judged}, then voided` : judged }];
}

/** Whether status and payments are those of a running, voided or decided attempt; `recheck` has the decided amounts. */
function isShownAsDecided({ attempt, decision, voided, ruling }: Receipt): boolean {
  const { status, rewardGiven, refundGC, processingFeeGC, entryFeeGC } = attempt;
  const isUnpaid = rewardGiven === 0 && processingFeeGC === 0;
  if (voided) {
    return status === 'CANCELLED' && isUnpaid && refundGC === (voided.isFeeForfeited ? 0 : entryFeeGC);
  }
  if (!decision) return activeStatuses.includes(status) && isUnpaid && refundGC === 0;
  return status === (ruling?.outcome === 'won' ? 'SUCCESS' : decision.status);
}
