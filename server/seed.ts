import sql from 'sql-template-tag';
import { seedChallenges } from './features/challenges/seed.ts';
import { seedEvents } from './features/events/seed.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';

/**
 * Fills an empty database with demo data; one that has any challenge is left alone. Only for a full sandbox.
 * Safe to call from many processes at once.
 */
export async function seedDemo(db: Database, clock: Clock): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7414003)`);
    await seedChallenges(tx);
    await seedEvents(tx, clock.now());
  });
}
