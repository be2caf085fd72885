// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { accountsApi } from '../../../../contract/accounts.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { mount } from '../../../platform/http/route.ts';
import type { ProfileParts } from '../../../ports.ts';
import { profileReader } from './read-profile.ts';

export interface ProfileRoutesDeps {
  db: Database;
  clock: Clock;
  profileParts: ProfileParts;
}

/** Lets players read their own profile. */
export function profileRoutes(app: FastifyInstance, deps: ProfileRoutesDeps): void {
  const readProfile = profileReader(deps);
  mount(app, accountsApi.getProfile, ({ player }) => readProfile(player));
}
