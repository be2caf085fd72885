// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { toGreeting } from './startup-message.ts';

const greeting = (...about: Parameters<typeof toGreeting>) => `${toGreeting(...about).join('\n')}\n`;

const sandbox = { url: 'http://localhost:3001' };
const real = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://play.example.com',
  DATABASE_URL: 'postgresql://127.0.0.1/finalring',
  APP_SECRET: 'a secret for tests, long enough to be taken',
  CODE_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  CODE_FINGERPRINT_SECRET: 'another secret for tests, long enough',
  SUPPORT_EMAIL: 'help@finalring.gg',
  DISCORD_PUBLIC_KEY: 'a'.repeat(64),
  SUPER_ADMIN_EMAILS: 'boss@play.example.com',
  ...{ GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 'g', DISCORD_CLIENT_ID: '1', DISCORD_CLIENT_SECRET: 'd' },
  ...{ GAME_STATS_API_KEY: 'k', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
  ...{ STRIPE_WEBHOOK_SECRET: 'whsec_1', SMTP_URL: 'off' },
};

it("shows a newcomer the sandbox's address, that nothing is real, and where to start", () => {
  expect(greeting(readConfig({}), sandbox)).toBe(
    `FinalRing is ready at http://localhost:3000
  a sandbox    no real accounts, no real money
  start here   http://localhost:3000/first-steps
`,
  );
});

it('shows an operator where production listens, and nothing about a sandbox', () => {
  expect(greeting(readConfig(real), undefined)).toBe(
    `FinalRing is ready at https://play.example.com
  listens at   0.0.0.0:3000 (HOST, PORT), for everyone who can reach this machine
`,
  );
});

it('lists the services a partial sandbox replaces, without first steps', () => {
  const { NODE_ENV: _, STRIPE_SECRET_KEY: __, STRIPE_PUBLISHABLE_KEY: ___, ...env } = real;
  const { STRIPE_WEBHOOK_SECRET: ____, ...others } = env;
  const said = greeting(readConfig({ ...others, SANDBOX: '1' }), sandbox);
  expect(said).toContain('\n  sandbox      http://localhost:3001, in place of stripe\n');
  expect(said).not.toContain('first-steps');
});

it('shows only the health check port for a worker', () => {
  expect(greeting(readConfig({ ROLE: 'worker' }), sandbox)).toBe(
    `FinalRing is running jobs
  listens at   127.0.0.1:3000 (HOST, PORT), for /healthz, /readyz and /metrics
`,
  );
});
