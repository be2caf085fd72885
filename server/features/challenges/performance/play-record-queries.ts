// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { plural } from '../../../../contract/amounts.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { PlayRecord, SharedThing } from '../../../ports.ts';

/** Only this many of the newest attempts are read, so that the cost does not grow with a player's history. */
const maxLookedAt = 200;
/** A report may include an old match whose minutes were not known at entry. */
const toleranceMinutes = 45;

/**
 * What a player won, compared with what their statistics at entry suggest, and attempts with impossible times.
 * Overturned attempts are left out.
 * @param timeScale what the rules' times are divided by
 */
export async function readPlayRecord(
  db: Queryable,
  playerId: string,
  timeScale: number,
): Promise<PlayRecord> {
  const rows = await db.rows<{
    attemptId: string;
    isWon: boolean;
    rewardGC: number;
    chance: number | null;
    placement: number;
    matches: number | null;
    minutes: number | null;
    passed: number | null;
  }>(sql`
    select f.attempt_id, f.is_won, f.reward_gc, a.required_placement as placement,
      win_chance(a.required_placement, a.required_kills, first) as chance,
      later.matches - first.matches as matches, later.minutes_played - first.minutes_played as minutes,
      (extract(epoch from later.taken_at - a.started_at) / 60)::double precision as passed
    from (
      select attempt_id, is_won, reward_gc from finished_attempts
      where player_id = ${playerId} order by ended_at desc, attempt_id desc limit ${maxLookedAt}
    ) f
    join attempts a on a.id = f.attempt_id and a.overturned_at is null
    join attempt_readings first on first.attempt_id = a.id and first.number = a.baseline_reading
    left join attempt_readings later
      on later.attempt_id = a.id and later.number = a.decided_by_reading and later.kind = 'stats'`);
  const judged = rows.filter(({ chance }) => chance !== null);
  const sum = (value: (row: (typeof rows)[number]) => number, among = judged) =>
    among.reduce((total, row) => total + value(row), 0);
  return {
    finished: judged.length,
    won: judged.filter(({ isWon }) => isWon).length,
    expected: sum(({ chance }) => chance ?? 0),
    variance: sum(({ chance }) => (chance ?? 0) * (1 - (chance ?? 0))),
    winningsGC: sum(({ rewardGC }) => rewardGC, rows),
    impossible: rows.flatMap(({ attemptId, isWon, placement, matches, minutes, passed }) => {
      const why = findImpossibility({
        isWon,
        placement,
        matches,
        minutes,
        passed: (passed ?? 0) * timeScale,
      });
      return why ? [{ attemptId, why }] : [];
    }),
  };
}

/** The fewest minutes in which a player can reach a placement. */
const leastMinutes: Record<number, number> = { 1: 8, 10: 5, 25: 3 };

function findImpossibility(of: {
  isWon: boolean;
  placement: number;
  matches: number | null;
  minutes: number | null;
  passed: number;
}): string | undefined {
  const { isWon, placement, matches, minutes, passed } = of;
  // Minutes that have not been reported yet prove nothing.
  if (!minutes || !matches) return undefined;
  if (minutes > passed + toleranceMinutes)
    return `Stats show ${plural(minutes, 'minute')} of matches, but only ${plural(Math.round(passed), 'minute')} had passed`;
  const least = leastMinutes[placement] ?? 0;
  if (isWon && matches === 1 && minutes < least)
    return `${placement === 1 ? 'Won' : `Finished in the top ${placement} of`} a match of ${plural(minutes, 'minute')}`;
  return undefined;
}

/** Game accounts that both the player and others have played with, each with a short hash. */
export function findSharedGameAccounts(db: Queryable, playerId: string): Promise<SharedThing[]> {
  return db.rows(sql`
    select left(encode(sha256(mine.epic_account_key::bytea), 'hex'), 8) as hash, array_agg(theirs.player_id) as player_ids
    from (
      select distinct game, epic_account_key from attempts
      where player_id = ${playerId} and epic_account_key <> '' limit 20
    ) mine
    cross join lateral (
      select distinct player_id from attempts
      where epic_account_key = mine.epic_account_key and game = mine.game and player_id <> ${playerId} limit 20
    ) theirs
    group by mine.game, mine.epic_account_key`);
}
