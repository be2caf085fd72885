// SPDX-License-Identifier: Apache-2.0

import { type Sandbox, startSandbox } from '../../sandbox/main.ts';
import type { Config } from '../../server/config.ts';
import type { Logger } from '../../server/platform/log.ts';
import { startTestApp, type TestApp } from './app.ts';

const client = { clientId: 'test-client', clientSecret: 'test-secret' };

/** The app beside stand-ins for the sign-in services. */
export async function startSignInApp(
  config: Partial<Config> = {},
  log?: Logger,
  { asksConnections = false } = {},
): Promise<{ app: TestApp; sandbox: Sandbox; close(): Promise<void> }> {
  const sandbox = await startSandbox({
    port: 0,
    appUrl: 'http://localhost:3000',
    timeScale: 60,
    google: client,
    discord: client,
  });
  const app = await startTestApp({
    ...(log && { log }),
    config: {
      google: { issuer: sandbox.googleIssuer, ...client },
      discord: {
        baseUrl: sandbox.discordBaseUrl,
        publicKeyHex: sandbox.discordPublicKeyHex,
        botToken: undefined,
        asksConnections,
        ...client,
      },
      ...config,
    },
  });
  return {
    app,
    sandbox,
    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}
