import sql from 'sql-template-tag';
import { seedChallenges } from './features/challenges/seed.ts';
import { seedPackages } from './features/coins/seed.ts';
import { seedEvents } from './features/events/seed.ts';
import { seedGiveaways } from './features/giveaways/seed.ts';
import type { ShopDeps } from './features/shop/deps.ts';
import { seedShop } from './features/shop/seed.ts';

/**
 * Fills an empty database with demo data; each kind of it only where there is none of that kind. Only for a full sandbox.
 * Safe to call from many processes at once.
 */
export async function seedDemo(shop: ShopDeps): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7414003)`);
    await seedChallenges(tx);
    await seedPackages(tx);
    await seedEvents(tx, shop.clock.now());
    await seedGiveaways(tx, shop.clock.now());
    await seedShop(tx, shop);
  });
}
