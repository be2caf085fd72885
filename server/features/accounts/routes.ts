// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { deletionAdminRoutes } from './deletion/admin-routes.ts';
import type { DeleteAccountDeps } from './deletion/delete-account.ts';
import { keepAccount } from './deletion/keep-account.ts';
import { deletionRoutes } from './deletion/routes.ts';
import { type DiscordDeps, discordRoutes } from './discord/routes.ts';
import { type ExportRoutesDeps, exportRoutes } from './export/routes.ts';
import type { HandleDeps } from './handles/change-handle.ts';
import { handlesRoutes } from './handles/routes.ts';
import { type ProfileRoutesDeps, profileRoutes } from './profile/routes.ts';
import { rolesAdminRoutes } from './roles/admin-routes.ts';
import type { FactorDeps } from './second-factor/lock-second-factor.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { ownSignInRoutes } from './sign-in/own-sign-in-routes.ts';
import { type SignInDeps, signInRoutes } from './sign-in/routes.ts';
import { accountKeys } from './tokens.ts';
import { type UsersAdminDeps, usersAdminRoutes } from './users/admin-routes.ts';

export interface AccountsDeps
  extends Omit<SignInDeps, 'keys' | 'keepAccount'>,
    Omit<DeleteAccountDeps, 'keys'>,
    Omit<DiscordDeps, 'keys'>,
    ProfileRoutesDeps,
    ExportRoutesDeps,
    HandleDeps,
    Omit<FactorDeps, 'sessions'>,
    Omit<UsersAdminDeps, 'profileParts' | 'sessions'> {
  appSecret: string;
}

/** All routes of accounts, folder by folder. Registered below `/api/v1`. */
export function accountsRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const withKeys = { ...deps, keys: accountKeys(deps.appSecret) };
  signInRoutes(app, { ...withKeys, keepAccount: (browser) => keepAccount(browser, deps) });
  ownSignInRoutes(app, withKeys);
  sessionRoutes(app, deps);
  secondFactorRoutes(app, deps);
  profileRoutes(app, deps);
  exportRoutes(app, deps);
  handlesRoutes(app, deps);
  discordRoutes(app, withKeys);
  deletionRoutes(app, withKeys);
  deletionAdminRoutes(app, withKeys);
  usersAdminRoutes(app, deps);
  rolesAdminRoutes(app, deps);
}
