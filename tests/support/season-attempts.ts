// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { countAchievements } from '../../server/features/achievements/count-achievements.ts';
import { lockAttempt } from '../../server/features/challenges/attempts/attempt-store.ts';
import { settleAttempt } from '../../server/features/challenges/attempts/settle-attempt.ts';
import { insertChallenge } from '../../server/features/challenges/challenge-store.ts';
import { playedFigures } from '../../server/features/challenges/feature.ts';
import { voidAttempt } from '../../server/features/challenges/void-attempt.ts';
import { giveawayFigures } from '../../server/features/giveaways/feature.ts';
import { closeBoard, closeBoards } from '../../server/features/leaderboards/close-boards.ts';
import { placeFigures } from '../../server/features/leaderboards/feature.ts';
import { referralFigures } from '../../server/features/referrals/feature.ts';
import { cardFigures } from '../../server/features/shop/feature.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { DomainEvents } from '../../server/platform/jobs/outbox.ts';
import type { HoldPlayers } from '../../server/ports.ts';
import type { fakeClock } from './clock.ts';
import { createPlayer } from './factories.ts';
import type { SeasonFact } from './season-model.ts';

interface Deps {
  db: Database;
  clock: ReturnType<typeof fakeClock>;
  holdPlayers: HoldPlayers;
}

const sources = {
  played: playedFigures,
  places: placeFigures,
  cards: cardFigures,
  giveaways: giveawayFigures,
  referrals: referralFigures,
};

/** The attempts of a season, settled and voided by the server's code, so that books and achievements are real. */
export async function seasonAttempts(deps: Deps, ids: readonly string[]) {
  const { db, clock } = deps;
  const { id: actorId } = await createPlayer(db, { role: 'SUPER_ADMIN' });
  const challengeId = await db.transaction((tx) =>
    insertChallenge(tx, { game: 'fortnite', description: 'Season', isActive: true }),
  );
  const places = new Map(ids.map((id, place) => [id, place]));
  const told: string[] = [];
  const count = (playerId: string, isUndone = false) =>
    countAchievements({ playerId, isUndone }, { ...deps, sources });

  type Finished = SeasonFact & { kind: 'finished' };
  async function finish(fact: Finished, isPractice = false): Promise<void> {
    const { id, at, kills, place, variant } = fact;
    const type = `TOP10_${variant}KILL_SOLO`;
    await db.transaction(async (tx) => {
      await tx.run(sql`
        insert into attempts (id, player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
          reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
          reason, next_reading_at, is_practice)
        values (${id}, ${ids[fact.player]}, ${challengeId}, 'Season', ${challengeId}, ${type}, 0, 40, 10, ${variant},
          'x', ${id}, '{"processingFeePercent": 10}', ${at}, ${at}, 'IN_PROGRESS', 'awaiting-match', ${at},
          ${isPractice})`);
      await tx.run(sql`
        insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
        values (${id}, 0, 'stats', ${at}, 9, 2, 3, 4, 5, 60), (${id}, 1, 'stats', ${at}, 10, ${2 + Number(place === 1)},
          ${3 + Number(place <= 10)}, ${4 + Number(place <= 25)}, ${5 + kills}, 80)`);
      const attempt = await lockAttempt(tx, id);
      if (!attempt) throw new Error('a new attempt is not there');
      const isWon = fact.xp > 20;
      await settleAttempt(
        tx,
        attempt,
        {
          status: isWon ? 'SUCCESS' : 'FAILED',
          reason: isWon ? 'conditions-met' : 'conditions-not-met',
          baselineReading: 0,
          decidedByReading: 1,
          finalStats: null,
          copyHash: null,
        },
        { clock: { now: () => at }, xp: { finished: 20, success: 100 } },
      );
    });
  }

  /** Every player first wins a practice attempt, which the model doesn't know. */
  for (const player of ids.keys()) {
    const won = { kind: 'finished', kills: 9, place: 1, variant: 9, xp: 120 } as const;
    await finish({ ...won, player, id: randomUUID(), at: clock.now() }, true);
  }

  async function undo({ id }: SeasonFact): Promise<void> {
    const input = {
      actorId,
      attemptId: id,
      reason: 'season',
      forfeitFee: false,
      idempotencyKey: `void-${id}`,
    };
    await voidAttempt(input, { db, clock });
  }

  /** Runs the jobs that follow. Drops the day's other jobs, because the season delivers its events itself. */
  async function runFollowUpJobs(): Promise<void> {
    const listeners: Record<string, (payload: never) => Promise<void>> = {
      'close-board': (payload: { board: string }) => closeBoard(payload, deps),
      'board.closed': async ({ playerIds }: { playerIds: string[] }) => {
        for (const playerId of playerIds) await count(playerId, true);
      },
      'achievement.reached': async ({ playerId, achievements }: DomainEvents['achievement.reached']) => {
        for (const { id } of achievements) told.push(`${places.get(playerId)}/${id}`);
      },
    };
    for (;;) {
      const jobs = await db.rows<{ name: string; payload: never }>(sql`
        with gone as (delete from graphile_worker._private_jobs returning id, task_id, payload)
        select t.identifier as name, payload from gone join graphile_worker._private_tasks t on t.id = gone.task_id
        where t.identifier = any (${Object.keys(listeners)}) order by gone.id`);
      if (jobs.length === 0) return;
      for (const { name, payload } of jobs) await listeners[name]?.(payload);
    }
  }

  return {
    count,
    /** Plays a day's attempts, each once. */
    async play(facts: readonly SeasonFact[], atOnce: number): Promise<void> {
      const left = [...facts];
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (let fact = left.pop(); fact; fact = left.pop()) {
            if (fact.kind === 'finished') await finish(fact);
            else if (fact.kind === 'voided') await undo(fact);
          }
        }),
      );
    },
    async endDay(): Promise<void> {
      await closeBoards(deps);
      await runFollowUpJobs();
    },
    /** The achievements that players have and since when, by the player's number, and the notifications about them. */
    async read(): Promise<{ held: Map<string, string>; told: readonly string[] }> {
      const held = await db.rows<{ playerId: string; achievement: string; reachedAt: Date }>(sql`
        select player_id, achievement, reached_at from achievements where lost_at is null`);
      return {
        held: new Map(
          held.map(({ playerId, achievement, reachedAt }) => [
            `${places.get(playerId)}/${achievement}`,
            reachedAt.toISOString(),
          ]),
        ),
        told,
      };
    },
  };
}
