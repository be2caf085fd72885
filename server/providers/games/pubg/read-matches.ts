// SPDX-License-Identifier: Apache-2.0

import { isLeftOpen } from '../../../../contract/games/pubg/matches.ts';
import type { MatchesReading, MatchRecord, MatchTerms } from '../../../../contract/games/pubg/schemas.ts';
import type { Platform } from '../../../../contract/games/pubg.ts';
import type { PubgPlayer } from './answer.ts';
import type { PubgClient } from './client.ts';

/** More matches than anybody plays between two readings: what is left is read the next time. */
const mostAtOnce = 20;

/**
 * Makes a reading of an account: reads the records of its matches that came since entry, and their telemetry where the
 * records leave something open. Costs no budget. A match that cannot be read now, or whose telemetry cannot, is left out:
 * the next reading tries again, and nothing is decided meanwhile.
 * @param before ids that the reading at entry listed
 * @param known readings of the attempt so far: records don't change, so none is fetched twice
 */
export async function readMatches(
  client: Pick<PubgClient, 'readMatch' | 'readTelemetry'>,
  { platform, player }: { platform: Platform; player: PubgPlayer },
  {
    before,
    known,
    terms,
    takenAt,
  }: { before: readonly string[]; known: readonly MatchesReading[]; terms: MatchTerms; takenAt: Date },
): Promise<MatchesReading> {
  const listed = new Set(before);
  const records = new Map(known.flatMap(({ matches }) => matches).map((record) => [record.id, record]));
  const seen = [...new Set([...known.flatMap(({ seen }) => seen), ...player.matchIds])].filter(
    (id) => !listed.has(id),
  );
  const matches: MatchRecord[] = [];
  const gone: string[] = [];
  let left = mostAtOnce;
  for (const id of seen) {
    const record = records.get(id);
    const isWhole = record && (record.startedAt !== null || !isLeftOpen(record, terms, takenAt.getTime()));
    if (isWhole) matches.push(record);
    else if (left-- > 0) {
      const answer = await readOne(client, { platform, accountId: player.id }, id, terms, takenAt);
      if (typeof answer === 'object') matches.push(answer);
      else if (answer === 'gone' && record) matches.push(record);
      else if (answer === 'gone') gone.push(id);
    }
  }
  return {
    kind: 'matches',
    takenAt: takenAt.toISOString(),
    isBanned: player.isBanned,
    seen,
    matches,
    gone,
  };
}

async function readOne(
  client: Pick<PubgClient, 'readMatch' | 'readTelemetry'>,
  { platform, accountId }: { platform: Platform; accountId: string },
  id: string,
  terms: MatchTerms,
  takenAt: Date,
): Promise<MatchRecord | 'gone' | 'unread'> {
  const answer = await client.readMatch(platform, id, accountId);
  if (answer.kind !== 'match') return answer.kind === 'gone' ? 'gone' : 'unread';
  const { record, telemetryUrl } = answer;
  if (telemetryUrl === null || !isLeftOpen(record, terms, takenAt.getTime())) return record;
  const told = await client.readTelemetry(telemetryUrl, {
    accountId,
    kills: terms.countsBots ? null : record.kills,
  });
  if (told.kind !== 'telemetry') return told.kind === 'gone' ? record : 'unread';
  return { ...record, startedAt: told.startedAt, botKills: told.botKills };
}

/** The reading at entry: the matches that are listed then are over. */
export function readAtEntry({ isBanned, matchIds }: PubgPlayer, takenAt: Date): MatchesReading {
  return { kind: 'matches', takenAt: takenAt.toISOString(), isBanned, seen: matchIds, matches: [], gone: [] };
}
