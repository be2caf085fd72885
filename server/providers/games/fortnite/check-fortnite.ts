// SPDX-License-Identifier: Apache-2.0

import pino from 'pino';
import { type Finding, findingsAbout } from '../../../platform/finding.ts';
import { createFortniteClient } from './client.ts';

/**
 * Checks whether the game statistics accept our keys, with one finding each. Makes one request per key, outside the
 * shared budget, about a player who doesn't exist.
 */
export async function checkFortnite({
  baseUrl,
  keys,
}: {
  baseUrl: string;
  keys: readonly { key: string }[];
}): Promise<Finding[]> {
  const findings = keys.map(async ({ key }, index) => {
    const which = keys.length === 1 ? 'our key' : `key ${index + 1} of ${keys.length}`;
    return checkKey(baseUrl, key, which);
  });
  return Promise.all(findings);
}

async function checkKey(baseUrl: string, apiKey: string, which: string): Promise<Finding> {
  const { ok, look, wrong } = findingsAbout('game statistics');
  const source = createFortniteClient({ baseUrl, apiKey, log: pino({ level: 'silent' }), timeoutMs: 10_000 });
  const answer = await source.readByName('finalring-doctor-asks');
  if (answer.kind === 'rate-limited')
    return look(`${which} makes too many requests`, 'check again in a minute');
  if (answer.kind !== 'fault') return ok(`${which} works`);
  if (/HTTP 40[13]/.test(answer.detail)) {
    const advice = 'compare GAME_STATS_API_KEY with the key at dash.fortnite-api.com';
    return wrong(`${which} is refused`, advice);
  }
  return wrong(answer.detail, `check that ${baseUrl} is up, and that this machine can reach it`);
}
