// SPDX-License-Identifier: Apache-2.0

import { type Sandbox, startSandbox } from '../../sandbox/main.ts';
import type { Config } from '../../server/config.ts';
import type { Logger } from '../../server/platform/log.ts';
import { startTestApp, type TestApp } from './app.ts';
import { openForTests } from './open-for-tests.ts';

const client = { clientId: 'test-client', clientSecret: 'test-secret' };

/** The app beside stand-ins for the sign-in services. */
async function startSignInApp(
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

/** The app and its stand-ins for the tests of a file. Both are filled when the tests begin (open-for-tests.ts). */
export function openSignInApp(...options: Parameters<typeof startSignInApp>): {
  app: TestApp;
  sandbox: Sandbox;
} {
  const [app, sandbox] = [{} as TestApp, {} as Sandbox];
  openForTests(async () => {
    const opened = await startSignInApp(...options);
    Object.assign(app, opened.app);
    Object.assign(sandbox, opened.sandbox);
    return opened;
  });
  return { app, sandbox };
}
