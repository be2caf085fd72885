import type { Attempt } from '../../../contract/challenges.ts';

/**
 * Whether practice is open to a player whose newest attempt is `latest` (docs/rules.md, Practice): before the first entry, and
 * again where it was cancelled by its readings. The server ends that after a few times.
 */
export function mayPractise(latest: Attempt | null): boolean {
  if (latest === null) return true;
  return latest.isPractice && latest.status === 'CANCELLED' && latest.reason !== 'voided';
}
