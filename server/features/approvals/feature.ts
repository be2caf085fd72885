import type { Feature, Platform } from '../../feature.ts';
import type { AskApproval, ListOfficers } from '../../ports.ts';
import { closeForPerson, exportApprovals, findEnded } from './approval-store.ts';
import { createAskApproval } from './ask-approval.ts';
import { type DecideDeps, endApproval } from './decide-approval.ts';
import type { ReadDeps } from './read-approvals.ts';
import { approvalsRoutes } from './routes.ts';

const sweepTask = 'end-approvals';
const maxPerSweep = 100;

/** What other features ask before a change that may be too large for one administrator alone. */
export function askApproval(
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  listOfficers: ListOfficers,
): AskApproval {
  return createAskApproval({ clock, settings: config.approvals, listOfficers });
}

/** Changes that wait for a second administrator. */
export function approvalsFeature(
  { config, db, clock }: Platform,
  ports: Omit<DecideDeps & ReadDeps, 'db' | 'clock' | 'settings'>,
) {
  const deps = { ...ports, db, clock, settings: config.approvals };
  return {
    name: 'approvals',
    routes: (app) => approvalsRoutes(app, deps),
    tasks: {
      async [sweepTask]() {
        for (const id of await findEnded(db, clock.now(), maxPerSweep)) await endApproval(id, deps);
      },
    },
    // Every minute.
    crontab: `* * * * * ${sweepTask}`,
    publishes: {
      'approval.asked': 'A change waits for a second administrator',
      'approval.decided': 'A change that waited was decided',
    },
    exports: { approvals: (playerId) => exportApprovals(db.reports, playerId) },
    erasures: [(tx, playerId) => closeForPerson(tx, playerId, clock.now())],
  } satisfies Feature;
}
