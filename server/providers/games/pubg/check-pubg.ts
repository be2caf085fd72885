// SPDX-License-Identifier: Apache-2.0

import pino from 'pino';
import { type Finding, findingsAbout } from '../../../platform/finding.ts';
import { createPubgClient } from './client.ts';

/**
 * Whether the publisher accepts our keys, one finding each. Makes one request with each key, outside the shared budget,
 * about a player who hardly exists.
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
    return look(`are asked too often by ${which}`, 'look again in a minute');
  if (answer.kind === 'players')
    return ok(`answer to ${which}${answer.limit === null ? '' : `, ${answer.limit} requests a minute`}`);
  if (/HTTP 40[13]/.test(answer.detail))
    return wrong(`refuse ${which}`, 'compare PUBG_API_KEY with what developer.pubg.com shows');
  return wrong(answer.detail, `see whether ${baseUrl} is up, and can be reached from here`);
}
