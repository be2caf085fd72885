import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import type { Tasks } from '../../platform/jobs/outbox.ts';
import type { ShopDeps } from './deps.ts';
import { forgetAlertsOfDeletedCards, restockedCards } from './restock-store.ts';
import { restockTask, resumeRestock, tellOfRestock } from './tell-of-restock.ts';

const sweepTask = 'find-restocks';
const forgetTask = 'forget-restock-alerts';
const resumedAtOnce = 100;

/** Every minute, and once a night. */
export const shopCrontab = `* * * * * ${sweepTask}\n50 3 * * * ${forgetTask}`;

export function shopTasks(deps: Pick<ShopDeps, 'db'>): Tasks {
  const { db } = deps;
  return {
    [restockTask]: ({ giftCardId }: { giftCardId: string }) => tellOfRestock(giftCardId, deps),
    /** Who asked in the moment in which the card came back, or whose job was lost, is told as well. */
    async [sweepTask]() {
      await oneByOne(await restockedCards(db, resumedAtOnce), (id) => resumeRestock(id, deps));
    },
    [forgetTask]: () => forgetAlertsOfDeletedCards(db.reports),
  };
}
