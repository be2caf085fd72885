import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import type { Tasks } from '../../platform/jobs/outbox.ts';
import type { GiveawaysDeps } from './deps.ts';
import { drawGiveaway } from './draw.ts';
import { dueToDraw } from './store.ts';

export const sweepTask = 'draw-giveaways';
const drawnAtOnce = 100;

/** Every minute. */
export const giveawaysCrontab = `* * * * * ${sweepTask}`;

export function giveawaysTasks(deps: GiveawaysDeps): Tasks {
  return {
    /** Draws whatever has ended, however long ago; each is locked and looked at again. */
    async [sweepTask]() {
      const due = await dueToDraw(deps.db, deps.clock.now(), drawnAtOnce);
      await oneByOne(due, (id) => drawGiveaway(id, deps));
    },
  };
}
