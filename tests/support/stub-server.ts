// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { type Endpoint, endpoint } from '../../contract/endpoint.ts';
import { createLogger } from '../../server/platform/log.ts';

/** The id of the caller, whichever token is used. */
export const callerId = '0190a0a0-0000-7000-8000-000000000001';

const toRights = (token: string) => new Set(token === 'admin' ? (['users:read'] as const) : []);

/** What `createHttpServer` needs besides the database. The tokens are `player`, and `admin`, who may read users. */
export const stubServer = {
  log: createLogger('silent'),
  authenticate: async (token: string) =>
    token === 'player' || token === 'admin'
      ? {
          id: callerId,
          sessionId: callerId,
          role: 'USER',
          permissions: toRights(token),
          held: toRights(token),
          secondFactor: { isEnrolled: false, confirmedAt: null },
        }
      : undefined,
  trustProxy: 0,
  rateLimitPerMinute: 1000,
  maxCallWaitMs: 60_000,
  https: false,
};

/** `GET path`, which answers with a text. */
export const textCall = <const Access extends Endpoint['access']>(path: string, access: Access) =>
  endpoint({ method: 'GET', path, access, summary: path, data: z.string() });
