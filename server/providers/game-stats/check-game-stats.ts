import pino from 'pino';
import { type Finding, findingsAbout } from '../../platform/finding.ts';
import { createGameStats } from './client.ts';

/** Whether the game statistics take our key. One request outside the shared budget, about somebody who does not exist. */
export async function checkGameStats({
  baseUrl,
  apiKey,
}: {
  baseUrl: string;
  apiKey: string;
}): Promise<Finding[]> {
  const { ok, look, wrong } = findingsAbout('game statistics');
  const source = createGameStats({ baseUrl, apiKey, log: pino({ level: 'silent' }), timeoutMs: 10_000 });
  const answer = await source.readByName('finalring-doctor-asks');
  if (answer.kind === 'rate-limited') return [look('are asked too often', 'look again in a minute')];
  if (answer.kind !== 'fault') return [ok('answer to our key')];
  if (/HTTP 40[13]/.test(answer.detail)) {
    return [wrong('refuse our key', 'compare GAME_STATS_API_KEY with the one of dash.fortnite-api.com')];
  }
  return [wrong(answer.detail, `see whether ${baseUrl} is up, and can be reached from here`)];
}
