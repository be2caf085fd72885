import type { Attempt } from './challenges.ts';

/** A shared result in one line, for titles and messages. */
export function shareTitle({
  status,
  rewardGiven,
  challenge,
}: Pick<Attempt, 'status' | 'rewardGiven' | 'challenge'>): string {
  const { description } = challenge;
  if (status === 'SUCCESS') return `Won ${rewardGiven.toLocaleString('en-US')} GC: ${description}`;
  return `${status === 'FAILED' ? 'Lost' : 'Cancelled'}: ${description}`;
}
