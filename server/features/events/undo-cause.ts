import { announceBalance } from '../../ledger/announce.ts';
import { reverseReward } from './pay-reward.ts';
import type { RewardDeps } from './reward-fact.ts';
import * as store from './reward-store.ts';

/**
 * Takes back what events gave for a cause that no longer counts (a voided attempt, a refunded payment), and keeps it
 * from being rewarded later: the word of the fact may still be on its way. Caps and budget count it on, or telling a
 * refused fact again would pay it; what was paid by rank stays, since the others' places were paid by it too
 * (docs/rules.md, Events).
 */
export async function undoCause(cause: string, { db, clock }: RewardDeps): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await store.lockCause(tx, cause);
    if (!(await store.undoCause(tx, cause, now))) return;
    const rewards = await store.takeBackRewards(tx, cause, now);
    for (const reward of rewards) {
      if (reward.isPaid) await reverseReward(tx, reward);
    }
    for (const { isPaid, playerId, amount, currency, title } of rewards) {
      if (!isPaid) continue;
      await announceBalance(tx, playerId, { delta: -amount, currency, description: `Taken back: ${title}` });
    }
  });
}
