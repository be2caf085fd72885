// SPDX-License-Identifier: Apache-2.0

import type { ChallengeRules } from './challenges.ts';
import type { FinalReason, OpenReason } from './verdict-terms.ts';

/** What a decision moves, in GC. `refundGC + processingFeeGC` is the entry fee when an attempt is cancelled. */
export interface Settlement {
  rewardGC: number;
  refundGC: number;
  processingFeeGC: number;
}

export type AttemptReason = FinalReason | OpenReason | 'voided' | 'overturned';

/**
 * The coins that a final reason moves (docs/rules/attempts.md, 34): the reward for a success; for a cancellation the
 * fee back, less the processing fee unless the source was to blame; nothing for a failure.
 * Practice moves nothing.
 * @param fee entry fee in GC
 * @param reward reward in GC
 */
export function toSettlement(
  reason: FinalReason,
  { fee, reward, isPractice = false }: { fee: number; reward: number; isPractice?: boolean },
  rules: Pick<ChallengeRules, 'processingFeePercent'>,
): Settlement {
  if (isPractice) return { rewardGC: 0, refundGC: 0, processingFeeGC: 0 };
  const processingFeeGC = Math.floor((fee * rules.processingFeePercent) / 100);
  switch (reason) {
    case 'conditions-met':
      return { rewardGC: reward, refundGC: 0, processingFeeGC: 0 };
    case 'conditions-not-met':
    case 'made-private':
      return { rewardGC: 0, refundGC: 0, processingFeeGC: 0 };
    case 'no-match':
    case 'started-late':
    case 'undecidable':
      return { rewardGC: 0, refundGC: fee - processingFeeGC, processingFeeGC };
    case 'counters-missing':
    case 'source-reset':
    case 'source-down':
      return { rewardGC: 0, refundGC: fee, processingFeeGC: 0 };
  }
}

const texts: Record<AttemptReason, string> = {
  'awaiting-match': 'No finished match has been reported yet.',
  'awaiting-report':
    'No match has been reported yet. The game statistics may lag by up to an hour, so we keep looking.',
  confirming:
    'A match was reported, but its numbers do not show a success. They may not arrive all at once, so we read them once more.',
  'awaiting-counters':
    'A match was reported, but not yet all that belongs to it: how long it lasted, or when the statistics changed. We read on until it is there.',
  'private-once':
    'Your game statistics are private at the moment. Make them public again, or the entry fee is lost.',
  'source-fault': 'The game statistics cannot be read at the moment. We keep trying.',
  'source-behind':
    'The game statistics show less than before. We never decide on such a reading and keep reading.',
  'conditions-met': 'Your match met the conditions. You earned {reward} GC.',
  'conditions-not-met': 'Your match did not meet the conditions. The entry fee of {fee} GC is kept.',
  'made-private':
    'Your game statistics were made private during the challenge. The entry fee of {fee} GC is kept, as the terms say, and the challenge does not count as finished: it gives no XP.',
  'no-match':
    'No match was played in time. {refund} GC of the entry fee went back to you; {processingFee} GC is the processing fee.',
  'started-late':
    'Your match started after the time to start was over. {refund} GC of the entry fee went back to you; {processingFee} GC is the processing fee.',
  undecidable:
    'Several matches were reported together, and their totals do not tell which one met the conditions. {refund} GC of the entry fee went back to you; {processingFee} GC is the processing fee.',
  'counters-missing':
    'The game statistics never told how long your match lasted or when it ended, so nobody can say whether it counts. The whole entry fee of {refund} GC went back to you.',
  'source-reset':
    'The game statistics were reset or corrected, so nothing can be decided. The whole entry fee of {refund} GC went back to you.',
  'source-down':
    'The game statistics could not be read for too long. The whole entry fee of {refund} GC went back to you.',
  voided: 'An administrator voided this attempt. {refund} GC of the entry fee went back to you.',
  overturned:
    'The readings did not show a success. You disputed the result, and people decided that it counts as won. You earned {reward} GC.',
};

/** Texts for everybody except the player, where they differ. */
const textsForOthers: Partial<Record<AttemptReason, string>> = {
  'private-once':
    'The player’s game statistics are private at the moment. Unless they are made public again, the entry fee is lost.',
  'conditions-met': 'The match met the conditions. It earned the player {reward} GC.',
  'conditions-not-met': 'The match did not meet the conditions. The entry fee of {fee} GC is kept.',
  'made-private':
    'The player’s game statistics were made private during the challenge. The entry fee of {fee} GC is kept, as the terms say, and the challenge does not count as finished: it gives no XP.',
  'no-match':
    'No match was played in time. {refund} GC of the entry fee went back to the player; {processingFee} GC is the processing fee.',
  'started-late':
    'The match started after the time to start was over. {refund} GC of the entry fee went back to the player; {processingFee} GC is the processing fee.',
  undecidable:
    'Several matches were reported together, and their totals do not tell which one met the conditions. {refund} GC of the entry fee went back to the player; {processingFee} GC is the processing fee.',
  'counters-missing':
    'The game statistics never told how long the match lasted or when it ended, so nobody can say whether it counts. The whole entry fee of {refund} GC went back to the player.',
  'source-reset':
    'The game statistics were reset or corrected, so nothing can be decided. The whole entry fee of {refund} GC went back to the player.',
  'source-down':
    'The game statistics could not be read for too long. The whole entry fee of {refund} GC went back to the player.',
  voided: 'An administrator voided this attempt. {refund} GC of the entry fee went back to the player.',
  overturned:
    'The readings did not show a success. The player disputed the result, and people decided that it counts as won. It earned the player {reward} GC.',
};

const again = 'Nothing was decided, so practice may be repeated.';

/** Texts about practice, for everybody: it moves nothing. `reward` is what a success at the challenge would pay. */
const practiceTexts: Partial<Record<AttemptReason, string>> = {
  'private-once':
    'The game statistics are private at the moment. Unless they are made public again, practice is over.',
  'conditions-met':
    'The match met the conditions. In a challenge that counts it would have earned {reward} GC.',
  'conditions-not-met': 'The match did not meet the conditions. There was no fee, so nothing is lost.',
  'made-private':
    'The game statistics were made private, so practice is over. In a challenge that counts the entry fee is kept then.',
  'no-match': `No match was played in time. ${again}`,
  'started-late': `The match started after the time to start was over. ${again}`,
  undecidable: `Several matches were reported together, and their totals do not tell which one met the conditions. ${again}`,
  'counters-missing': `The game statistics never told how long the match lasted or when it ended, so nobody can say whether it counts. ${again}`,
  'source-reset': `The game statistics were reset or corrected. ${again}`,
  'source-down': `The game statistics could not be read for too long. ${again}`,
  voided: 'An administrator voided this practice attempt.',
};

export function isAttemptReason(reason: string): reason is AttemptReason {
  return Object.hasOwn(texts, reason);
}

/** One or two sentences, with the amounts in GC: for the player, or for anybody else. */
export function reasonText(
  reason: AttemptReason,
  {
    isPractice = false,
    ...amounts
  }: { fee: number; reward: number; refund: number; processingFee: number; isPractice?: boolean },
  { isOwn = true }: { isOwn?: boolean } = {},
): string {
  const text =
    (isPractice ? practiceTexts[reason] : isOwn ? undefined : textsForOthers[reason]) ?? texts[reason];
  return text.replace(/\{(\w+)\}/g, (_, name: keyof typeof amounts) => amounts[name].toLocaleString('en-US'));
}
