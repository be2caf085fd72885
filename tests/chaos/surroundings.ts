// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { type SandboxOptions, startSandbox } from '../../sandbox/main.ts';
import { openVault } from '../../server/features/shop/codes/open-vault.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';

const timeScale = 120;

/** Starts stand-ins of all outside services, and proxies in front of them and of the database. */
export async function startSurroundings(server: { url: string }) {
  const client = { clientId: 'sandbox-google', clientSecret: 'sandbox-google-secret' };
  const options: SandboxOptions = {
    port: 0,
    appUrl: 'http://localhost:1',
    timeScale,
    statsPerSecond: 0,
    google: client,
    discord: { clientId: 'sandbox-discord', clientSecret: 'sandbox-discord-secret' },
  };
  const sandbox = await startSandbox(options);
  const sandboxUrl = sandbox.url;
  const databaseProxy = await startFaultProxy(server.url);
  const providerProxy = await startFaultProxy(sandbox.url);
  const mailProxy = await startFaultProxy(sandbox.smtpUrl);
  // It still answers at its own address, too.
  options.publicUrl = providerProxy.url.replace(/\/$/, '').replace('127.0.0.1', 'localhost');
  const appSecret = randomBytes(32).toString('hex');
  const codeKey = { id: 'chaos', key: randomBytes(32) };
  const fingerprintSecret = randomBytes(32).toString('hex');
  const env = {
    APP_SECRET: appSecret,
    CODE_KEYS: `${codeKey.id}:${codeKey.key.toString('base64')}`,
    CODE_FINGERPRINT_SECRET: fingerprintSecret,
    SANDBOX: '1',
    SANDBOX_PORT: new URL(providerProxy.url).port,
    DATABASE_URL: databaseProxy.url,
    DATABASE_POOL_SIZE: '10',
    TRUST_PROXY: '1',
    SMTP_URL: mailProxy.url.replace(/\/$/, ''),
    MAIL_FROM: 'no-reply@finalring.test',
    CHALLENGE_TIME_SCALE: String(timeScale),
  };
  return {
    sandbox,
    sandboxUrl,
    databaseProxy,
    providerProxy,
    mailProxy,
    env,
    vault: openVault({ keys: [codeKey], fingerprintSecret }, appSecret),
    async close() {
      for (const part of [databaseProxy, providerProxy, mailProxy, sandbox]) await part.close();
    },
  };
}
