// SPDX-License-Identifier: Apache-2.0

import type { Actor } from './actor.ts';

/** Another attempt is running, or the statistics are unavailable: then nothing was started. */
const refusals = ['attempt_active', 'epic_account_active', 'stats_unavailable', 'readings_busy'];

/** Enters a challenge and plays the deciding match, which no fault delays. */
export async function playChallenge({ client, offer, dice, done, sandboxUrl, insist }: Actor): Promise<void> {
  const epicId = `chaos-${client.playerId.slice(-12)}`;
  const { challengeId, challengeType } = offer;
  const answer = await insist('/challenge/start', { epicId, challengeId, challengeType }, refusals);
  if (answer?.status !== 200) return;
  const isWon = dice.roll() < 0.5;
  done.attempts.set(String(answer.data.attemptId), isWon ? 'SUCCESS' : 'FAILED');
  const played = await fetch(`${sandboxUrl}/arena/players/${epicId}/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(isWon ? { placement: 1, kills: 9 } : { placement: 40, kills: 0 }),
  });
  if (!played.ok) throw new Error(`The match was not played: ${played.status}`);
}
