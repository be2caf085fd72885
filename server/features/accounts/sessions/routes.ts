// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { accountsApi } from '../../../../contract/accounts.ts';
import { ownAccountApi } from '../../../../contract/own-account.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { mount } from '../../../platform/http/route.ts';
import { listSessions } from './session-store.ts';
import type { Sessions } from './sessions.ts';
import { viewSession } from './views.ts';

export interface SessionRoutesDeps {
  db: Database;
  clock: Clock;
  sessions: Sessions;
}

/** Shows players the devices on which they are signed in, and signs those out. */
export function sessionRoutes(app: FastifyInstance, { db, clock, sessions }: SessionRoutesDeps): void {
  mount(app, ownAccountApi.sessions, async ({ player }) => {
    const listed = await listSessions(db, player.id, clock.now());
    return listed
      .map((session) => ({ ...viewSession(session), isCurrent: session.id === player.sessionId }))
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  });

  mount(app, ownAccountApi.endOtherSessions, async ({ player }) => ({
    ended: await sessions.endOthers(player),
  }));

  mount(app, accountsApi.logout, async ({ player }) => {
    await sessions.end(player.sessionId);
    return {};
  });
}
