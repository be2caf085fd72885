import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import type { Tasks } from '../../platform/jobs/outbox.ts';
import type { GiveawaysDeps } from './deps.ts';
import { drawGiveaway } from './draw.ts';
import { stalledPrizes } from './prize-store.ts';
import { payNextPrizes, prizesTask, resumePrizes } from './prizes.ts';
import { dueToDraw } from './store.ts';

export const sweepTask = 'draw-giveaways';
const drawnAtOnce = 100;
/** A batch of prizes takes well under a second; its job waits longer only while something is out of order. */
const stalledAfterMs = 2 * 60_000;

/** Every minute. */
export const giveawaysCrontab = `* * * * * ${sweepTask}`;

export function giveawaysTasks(deps: GiveawaysDeps): Tasks {
  return {
    [prizesTask]: ({ giveawayId }: { giveawayId: string }) => payNextPrizes(giveawayId, deps),
    /**
     * Draws whatever has ended, however long ago; each is locked and looked at again. Payouts of prizes that stand still
     * are set going again.
     */
    async [sweepTask]() {
      const { db, clock } = deps;
      const stalledSince = new Date(clock.now().getTime() - stalledAfterMs);
      for (const giveawayId of await stalledPrizes(db, stalledSince, drawnAtOnce)) {
        await resumePrizes(giveawayId, deps);
      }
      const due = await dueToDraw(db, clock.now(), drawnAtOnce);
      await oneByOne(due, (id) => drawGiveaway(id, deps));
    },
  };
}
