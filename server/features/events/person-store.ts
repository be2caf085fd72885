import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

export interface RewardOfPerson {
  id: string;
  event: string;
  trigger: string;
  currency: string;
  amount: number;
  causedAt: Date;
  paidAt: Date | null;
}

/** What a player got or is to get from events, in order: at most `limit` rewards after the one with id `after`. */
export function rewardsOf(
  db: Queryable,
  playerId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<RewardOfPerson[]> {
  return db.rows<RewardOfPerson>(sql`
    select r.id, e.title as event, r.trigger, r.currency, r.amount, r.caused_at as "causedAt",
      r.paid_at as "paidAt"
    from event_rewards r join events e on e.id = r.event_id
    where r.player_id = ${playerId} and (${after ?? null}::uuid is null or r.id > ${after ?? null}::uuid)
    order by r.id limit ${limit}`);
}
