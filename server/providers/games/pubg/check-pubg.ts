// SPDX-License-Identifier: Apache-2.0

import pino from 'pino';
import { type Finding, findingsAbout } from '../../../platform/finding.ts';
import { createPubgClient } from './client.ts';

/**
 * Checks whether the publisher accepts our keys, with one finding each. Makes one request per key, outside the shared
 * budget, about a player who is unlikely to exist.
 */
export async function checkPubg({
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
  const { ok, look, wrong } = findingsAbout('pubg statistics');
  const client = createPubgClient({ baseUrl, apiKey, log: pino({ level: 'silent' }), timeoutMs: 10_000 });
  const answer = await client.readPlayers('steam', { names: ['finalring-doctor-asks'] });
  if (answer.kind === 'rate-limited')
    return look(`${which} makes too many requests`, 'check again in a minute');
  if (answer.kind === 'players')
    return ok(`${which} works${answer.limit === null ? '' : `, ${answer.limit} requests a minute`}`);
  if (/HTTP 40[13]/.test(answer.detail))
    return wrong(`${which} is refused`, 'compare PUBG_API_KEY with the key at developer.pubg.com');
  return wrong(answer.detail, `check that ${baseUrl} is up, and that this machine can reach it`);
}
