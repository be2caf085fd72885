// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { passkeysApi } from '../../../../contract/passkeys.ts';
import { secondFactorApi } from '../../../../contract/second-factor.ts';
import { usersApi } from '../../../../contract/users-admin.ts';
import type { SessionPlayer } from '../../../platform/http/authentication.ts';
import { mount } from '../../../platform/http/route.ts';
import { confirmFactor } from './confirm-factor.ts';
import { finishApp, startApp } from './enrol-app.ts';
import type { Asker, FactorDeps } from './lock-second-factor.ts';
import { finishPasskey, renamePasskey, requestPasskey, startPasskey } from './own-passkeys.ts';
import { readSecondFactor } from './read-second-factor.ts';
import { removeApp, removeFactorsOfUser, removePasskey } from './remove-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';

/** Each of these calls locks the caller, or the user concerned, together with the account's state. */
const decidesAuthority = true;
const limit = { name: 'second-factor', max: 30, windowSeconds: 60, by: 'player' } as const;
const options = { decidesAuthority, limit };

const toAsker = ({ player }: { player: SessionPlayer }): Asker => ({
  playerId: player.id,
  sessionId: player.sessionId,
});

/** Calls with which administrators prove their identity beyond signing in. */
export function secondFactorRoutes(app: FastifyInstance, deps: FactorDeps): void {
  mount(app, secondFactorApi.read, ({ player }) => readSecondFactor(player, deps));
  mount(
    app,
    secondFactorApi.confirm,
    ({ body, ...call }) => confirmFactor(toAsker(call), body, deps),
    options,
  );
  mount(app, secondFactorApi.startApp, (call) => startApp(toAsker(call), deps), options);
  mount(
    app,
    secondFactorApi.finishApp,
    ({ body, ...call }) => finishApp(toAsker(call), body.code, deps),
    options,
  );
  mount(app, secondFactorApi.removeApp, (call) => removeApp(toAsker(call), deps), options);
  mount(app, secondFactorApi.renewRecoveryCodes, (call) => renewRecoveryCodes(toAsker(call), deps), options);
  mount(app, passkeysApi.start, (call) => startPasskey(toAsker(call), deps), options);
  mount(app, passkeysApi.finish, ({ body, ...call }) => finishPasskey(toAsker(call), body, deps), options);
  mount(app, passkeysApi.request, (call) => requestPasskey(toAsker(call), deps), options);
  mount(
    app,
    passkeysApi.rename,
    ({ body, params, ...call }) => renamePasskey(toAsker(call), { ...params, ...body }, deps),
    options,
  );
  mount(
    app,
    passkeysApi.remove,
    ({ params, ...call }) => removePasskey(toAsker(call), params.id, deps),
    options,
  );
  mount(
    app,
    usersApi.removeSecondFactor,
    ({ player, params, body }) =>
      removeFactorsOfUser({ actorId: player.id, userId: params.id, reason: body.reason }, deps),
    { decidesAuthority },
  );
}
