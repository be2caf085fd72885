import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import { dueToRank, keepStandings, mayRank } from './event-standing-store.ts';
import type { PromotionsDeps } from './reward-fact.ts';

/** So far down a board the rank is told; below, none. */
const maxRanked = 1_000;
const rankedAtOnce = 20;
/** What is told or taken back so long after the end still moves places, though not what was paid. */
const ranksOnMs = 24 * 3_600_000;

/** Ranks the players of every promotion that ranks them: each minute while it runs, and for a day afterwards. */
export async function rankPlayers({ db, clock, rankPlayed }: PromotionsDeps): Promise<void> {
  const now = clock.now();
  const endedAfter = new Date(now.getTime() - ranksOnMs);
  const due = await dueToRank(db, { now, endedAfter, limit: rankedAtOnce });
  const dates = new Map(due.map((promotion) => [promotion.id, promotion]));
  await oneByOne([...dates.keys()], async (id) => {
    const { startsAt, endsAt } = dates.get(id) as (typeof due)[number];
    // Adds up everybody's attempts of the event.
    await db.reports.transaction(async (tx) => {
      if (!(await mayRank(tx, id))) return;
      await keepStandings(tx, id, await rankPlayed(tx, startsAt, endsAt, maxRanked), now);
    });
  });
}
