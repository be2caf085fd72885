// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/e2e/app.ts';
import { patient } from '../support/patience.ts';
import { clientFor } from './client.ts';
import { runSpecificationClient } from './run.ts';
import { signInLocally } from './sign-in.ts';
import { findStandIns } from './stand-ins.ts';

let app: RunningApp;
beforeAll(async () => {
  // Empty means unset: the default limit of an installation.
  app = await startApp({ env: { RATE_LIMIT_PER_MINUTE: '' } });
});
afterAll(() => app.stop());

// Waits for payments, results and draws.
const timeout = patient(240_000);

it('serves a client written from the specification alone, with only a bearer token', {
  timeout,
}, async () => {
  const admin = await signInLocally(app.url, 'admin@finalring.test');
  const player = await signInLocally(app.url);
  const tried = await runSpecificationClient({
    address: app.url,
    admin: clientFor(app.url, admin.token),
    player: clientFor(app.url, player.token),
    playerEmail: player.email,
    leaver: await signInLocally(app.url),
    standIns: await findStandIns(app.url),
  });
  expect(tried.length).toBeGreaterThan(27);
  expect(tried.filter(({ fault }) => fault !== undefined)).toEqual([]);
});
