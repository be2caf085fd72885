import type { Tasks } from '../../platform/jobs/outbox.ts';
import type { ReferralsDeps } from './deps.ts';
import { networkWithinMs } from './rules.ts';
import { forgetNetworks } from './store.ts';

const forgetTask = 'forget-networks';

/** Once an hour. */
export const referralsCrontab = `23 * * * * ${forgetTask}`;

export function referralsTasks({ db, clock }: Pick<ReferralsDeps, 'db' | 'clock'>): Tasks {
  return {
    [forgetTask]: () => forgetNetworks(db.reports, new Date(clock.now().getTime() - 2 * networkWithinMs)),
  };
}
