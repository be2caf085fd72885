// SPDX-License-Identifier: Apache-2.0

import { isLeftOpen, isPlayedAs } from '../../../../contract/games/pubg/matches.ts';
import type { MatchesReading, MatchRecord, MatchTerms } from '../../../../contract/games/pubg/schemas.ts';
import type { Platform } from '../../../../contract/games/pubg.ts';
import type { PubgPlayer } from './answer.ts';
import type { PubgClient } from './client.ts';

/** More matches than anyone plays between two readings. The rest is read next time. */
const mostAtOnce = 20;
/** A time limit, because a reading occupies a worker. */
const longestMs = 60_000;

/**
 * Makes a reading of an account: reads the records of its matches that came since entry, and their telemetry where the
 * records leave something open. Costs no budget. What cannot be read now is asked for again at the next reading.
 * @param before ids that the reading at entry listed
 * @param known readings of the attempt so far: records don't change, so none is fetched twice
 * @param takenAt before the publisher was asked for the list: nothing later is certain to be on it
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
  const pendingBefore = new Set(known.at(-1)?.untold);
  const matches: MatchRecord[] = [];
  const untold: string[] = [];
  let left = mostAtOnce;
  const until = performance.now() + longestMs;
  const newFirst = seen.toSorted((one, other) => Number(records.has(one)) - Number(records.has(other)));
  for (const id of newFirst) {
    const old = records.get(id);
    const isWhole = old && !isOpen(old, terms, takenAt, pendingBefore);
    const read =
      !isWhole && left-- > 0 && performance.now() < until
        ? await readOne(client, { platform, accountId: player.id }, id, terms, takenAt)
        : undefined;
    const record = read?.record ?? old;
    if (record) matches.push(record);
    if (record && !isWhole && (read?.isTelemetryPending ?? true)) untold.push(id);
  }
  return {
    kind: 'matches',
    takenAt: takenAt.toISOString(),
    isBanned: player.isBanned,
    seen,
    matches,
    untold,
  };
}

/** Whether asking again could add anything. Telemetry that was read once adds nothing more. */
function isOpen(record: MatchRecord, terms: MatchTerms, takenAt: Date, untold: ReadonlySet<string>): boolean {
  if (record.place === null && isPlayedAs(record, terms)) return true;
  const mayGainTelemetry = record.storedAt === null || untold.has(record.id);
  return mayGainTelemetry && isLeftOpen(record, terms, takenAt.getTime());
}

/** @returns undefined if the record cannot be read now; `isTelemetryPending`: its telemetry is needed, but cannot be read */
async function readOne(
  client: Pick<PubgClient, 'readMatch' | 'readTelemetry'>,
  { platform, accountId }: { platform: Platform; accountId: string },
  id: string,
  terms: MatchTerms,
  takenAt: Date,
): Promise<{ record: MatchRecord; isTelemetryPending: boolean } | undefined> {
  const answer = await client.readMatch(platform, id, accountId);
  if (answer.kind !== 'match') return undefined;
  const { record, telemetryUrl } = answer;
  if (telemetryUrl === null || !isLeftOpen(record, terms, takenAt.getTime()))
    return { record, isTelemetryPending: false };
  const told = await client.readTelemetry(telemetryUrl, {
    accountId,
    kills: terms.countsBots ? null : record.kills,
  });
  if (told.kind !== 'telemetry') return { record, isTelemetryPending: told.kind === 'fault' };
  return {
    record: { ...record, startedAt: told.startedAt, botKills: told.botKills },
    isTelemetryPending: false,
  };
}

/** The reading at entry. Its listed matches are over. */
export function readAtEntry({ isBanned, matchIds }: PubgPlayer, takenAt: Date): MatchesReading {
  return {
    kind: 'matches',
    takenAt: takenAt.toISOString(),
    isBanned,
    seen: matchIds,
    matches: [],
    untold: [],
  };
}
