// SPDX-License-Identifier: Apache-2.0

import { formatAmount } from './amounts.ts';
import type { ChallengeRules } from './challenges.ts';
import type { Game } from './games/game.ts';
import { maxPractice } from './practice.ts';
import type { FinalReason, OpenReason } from './verdict-terms.ts';

/** The coins that a decision moves, in GC. For a cancelled attempt, `refundGC + processingFeeGC` is the entry fee. */
export interface Settlement {
  rewardGC: number;
  refundGC: number;
  processingFeeGC: number;
}

export type AttemptReason = FinalReason | OpenReason | 'voided' | 'overturned';

/**
 * The coins that a final reason moves (docs/rules/attempts.md, 34). A success pays the reward. A cancellation refunds
 * the fee minus the processing fee, or all of it if the source was at fault. A failure and practice move nothing.
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
    case 'account-banned':
      return { rewardGC: 0, refundGC: fee - processingFeeGC, processingFeeGC };
    case 'counters-missing':
    case 'source-reset':
    case 'source-down':
      return { rewardGC: 0, refundGC: fee, processingFeeGC: 0 };
  }
}

const texts: Record<AttemptReason, string> = {
  'awaiting-match': 'We haven’t seen a finished match yet.',
  'awaiting-report': 'We haven’t seen a match yet. Game stats can lag by up to an hour, so we keep checking.',
  'awaiting-earlier':
    'We saw a match. We decide once no earlier one can still appear: at most an hour after it began.',
  confirming:
    'We saw a match, but its stats don’t meet the conditions yet. They may arrive in parts, so we check once more.',
  'awaiting-counters':
    'We saw a match, but its length or its time is still missing. We keep checking until it arrives.',
  'private-once': 'Your game stats are private. Make them public again, or you lose the entry fee.',
  'banned-once':
    'The game’s publisher has banned your account. If the ban lasts, the challenge ends without a reward.',
  'source-fault': 'We can’t read the game stats right now. We keep trying.',
  'source-behind': 'The game’s stats show less than before, so we can’t use them yet. We keep checking.',
  'conditions-met': 'Your match met the conditions. You earned {reward} GC.',
  'conditions-not-met': 'Your match didn’t meet the conditions. We keep the entry fee of {fee} GC.',
  'made-private':
    'Your game stats were made private during the challenge. As the terms say, we keep the entry fee of {fee} GC. The challenge gives no XP, because it doesn’t count as finished.',
  'account-banned':
    'The game’s publisher banned your account during the challenge, so no match can count. You got back {refund} GC of the entry fee; the processing fee is {processingFee} GC.',
  'no-match':
    'Your stats show no match in time. You got back {refund} GC of the entry fee; the processing fee is {processingFee} GC.',
  'started-late':
    'Your match started too late. You got back {refund} GC of the entry fee; the processing fee is {processingFee} GC.',
  undecidable:
    'Several matches arrived together, so we can’t tell which one met the conditions. You got back {refund} GC of the entry fee; the processing fee is {processingFee} GC.',
  'counters-missing':
    'The game stats never showed how long your match lasted or when it ended, so we can’t count it. You got back the whole entry fee of {refund} GC.',
  'source-reset':
    'The game stats were reset or corrected, so we couldn’t decide. You got back the whole entry fee of {refund} GC.',
  'source-down':
    'We couldn’t read the game stats for too long. You got back the whole entry fee of {refund} GC.',
  voided: 'An administrator voided this attempt. You got back {refund} GC of the entry fee.',
  overturned:
    'By the stats alone, the challenge wasn’t won. You disputed the result, and our team decided that it counts as won. You earned {reward} GC.',
};

/** Texts for everyone except the player, if they differ. */
const textsForOthers: Partial<Record<AttemptReason, string>> = {
  'private-once':
    'The player’s game stats are private. Unless they become public again, the player loses the entry fee.',
  'banned-once':
    'The game’s publisher has banned the player’s account. If the ban lasts, the challenge ends without a reward.',
  'conditions-met': 'The match met the conditions. The player earned {reward} GC.',
  'conditions-not-met': 'The match didn’t meet the conditions. We keep the entry fee of {fee} GC.',
  'made-private':
    'The player’s game stats were made private during the challenge. As the terms say, we keep the entry fee of {fee} GC. The challenge gives no XP, because it doesn’t count as finished.',
  'account-banned':
    'The game’s publisher banned the account during the challenge, so no match can count. The player got back {refund} GC of the entry fee; the processing fee is {processingFee} GC.',
  'no-match':
    'The player’s stats show no match in time. They got back {refund} GC of the entry fee; the processing fee is {processingFee} GC.',
  'started-late':
    'The match started too late. The player got back {refund} GC of the entry fee; the processing fee is {processingFee} GC.',
  undecidable:
    'Several matches arrived together, so we can’t tell which one met the conditions. The player got back {refund} GC of the entry fee; the processing fee is {processingFee} GC.',
  'counters-missing':
    'The game stats never showed how long the match lasted or when it ended, so we can’t count it. The player got back the whole entry fee of {refund} GC.',
  'source-reset':
    'The game stats were reset or corrected, so we couldn’t decide. The player got back the whole entry fee of {refund} GC.',
  'source-down':
    'We couldn’t read the game stats for too long. The player got back the whole entry fee of {refund} GC.',
  voided: 'An administrator voided this attempt. The player got back {refund} GC of the entry fee.',
  overturned:
    'By the stats alone, the challenge wasn’t won. The player disputed the result, and our team decided that it counts as won. The player earned {reward} GC.',
};

const again = `Nothing was decided. Practice allows up to ${maxPractice} tries in all.`;

/** Texts about practice, for everyone. `reward` is what the challenge would have paid. */
const practiceTexts: Partial<Record<AttemptReason, string>> = {
  'private-once': 'The game stats are private. Unless they become public again, practice ends.',
  'conditions-met': 'The match met the conditions. A real challenge would have paid {reward} GC.',
  'conditions-not-met': 'The match didn’t meet the conditions. Practice is free, so nothing is lost.',
  'made-private':
    'The game stats were made private, so practice is over. In a real challenge, that costs the entry fee.',
  'banned-once': 'The game’s publisher has banned the account. If the ban lasts, practice ends.',
  'account-banned': `The game’s publisher banned the account. ${again}`,
  'no-match': `The stats show no match in time. ${again}`,
  'started-late': `The match started too late. ${again}`,
  undecidable: `Several matches arrived together, so we can’t tell which one met the conditions. ${again}`,
  'counters-missing': `The game stats never showed how long the match lasted or when it ended, so we can’t count it. ${again}`,
  'source-reset': `The game stats were reset or corrected. ${again}`,
  'source-down': `We couldn’t read the game stats for too long. ${again}`,
  voided: 'An administrator voided this practice attempt.',
};

export function isAttemptReason(reason: string): reason is AttemptReason {
  return Object.hasOwn(texts, reason);
}

/** Of a match with an id, something else may be missing, such as who was a bot. */
const ofRecords = (text: string) =>
  text.replace(/its length or its time|how long .+ or when it ended/, 'what decides it');

/** One or two sentences, with the amounts in GC: for the player, or for anybody else. */
export function reasonText(
  reason: AttemptReason,
  {
    isPractice = false,
    ...amounts
  }: { fee: number; reward: number; refund: number; processingFee: number; isPractice?: boolean },
  { isOwn = true, proof }: { isOwn?: boolean; proof?: Game['proof'] } = {},
): string {
  const ofAny =
    (isPractice ? practiceTexts[reason] : isOwn ? undefined : textsForOthers[reason]) ?? texts[reason];
  const text = proof === 'matches with an id' ? ofRecords(ofAny) : ofAny;
  return text.replace(/\{(\w+)\}/g, (_, name: keyof typeof amounts) => formatAmount(amounts[name]));
}
