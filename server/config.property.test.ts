// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { often } from '../tests/support/often.ts';
import { ConfigError, readConfig } from './config.ts';

type Environment = Record<string, string>;

const key = Buffer.alloc(32, 1).toString('base64');

/** For each variable, valid values (the first one is what advice suggests) and invalid ones. */
const values: Record<string, { good: string[]; bad?: string[] }> = {
  SUPPORT_EMAIL: { good: ['help@finalring.dev'], bad: ['nobody'] },
  NODE_ENV: { good: ['production', 'development'], bad: ['prod'] },
  PORT: { good: ['3000'], bad: ['x', '70000'] },
  PUBLIC_URL: {
    good: ['https://play.example.com', 'http://localhost:3000'],
    bad: ['play.example.com', 'https://a.b/c'],
  },
  TRUST_PROXY: { good: ['1', '10.0.0.0/8'], bad: ['yes'] },
  DATABASE_URL: {
    good: ['postgresql://localhost/x', 'postgresql://u:p@a:5432,b:5433/x'],
    bad: ['localhost/x', 'mysql://localhost/x', 'postgresql://a,b:x/y'],
  },
  APP_SECRET: { good: ['x'.repeat(32)], bad: ['short'] },
  CODE_KEYS: { good: [`a:${key}`], bad: ['a', `a:${key},a:${key}`] },
  CODE_FINGERPRINT_SECRET: { good: ['f'.repeat(32)], bad: ['short'] },
  LOG_LEVEL: { good: ['info'], bad: ['loud'] },
  SMTP_URL: { good: ['smtps://mail.example.com', 'off'], bad: ['mail.example.com:587'] },
  MAIL_FROM: { good: ['a@example.com'], bad: ['nobody'] },
  SANDBOX: { good: ['0', '1'], bad: ['yes'] },
  GOOGLE_ISSUER: {
    good: ['https://id.example.com', 'http://localhost:1'],
    bad: ['id.example.com', 'http://id.example.com'],
  },
  GOOGLE_CLIENT_ID: { good: ['g'] },
  GOOGLE_CLIENT_SECRET: { good: ['g'] },
  DISCORD_CLIENT_ID: { good: ['d'] },
  DISCORD_CLIENT_SECRET: { good: ['d'] },
  DISCORD_PUBLIC_KEY: { good: ['a'.repeat(64)], bad: ['a'] },
  GAME_STATS_API_KEY: { good: ['k', 'k:3', 'k,l:1.5'], bad: ['k:', 'k:0', 'k:3,k:3'] },
  PUBG_API_KEY: { good: ['k'] },
  STRIPE_SECRET_KEY: { good: ['sk_live_1', 'sk_test_1'], bad: ['pk_live_1'] },
  STRIPE_PUBLISHABLE_KEY: { good: ['pk_live_1', 'pk_test_1'], bad: ['sk_live_1'] },
  STRIPE_WEBHOOK_SECRET: { good: ['whsec_1'], bad: ['x'] },
  STRIPE_API_BASE: { good: ['https://api.stripe.com'], bad: ['api.stripe.com', 'localhost:1'] },
  CHALLENGE_TIME_SCALE: { good: ['1', '60'], bad: ['0'] },
};
const misspelt = [
  'DATABASE_URI',
  'APP_SECRT',
  'CODE_KEY',
  'SANDBOXX',
  'SMTP_URI',
  'GAME_STATS_API_KY',
  'XP_BONUS',
];

const environments: fc.Arbitrary<Environment> = fc
  .record(
    Object.fromEntries([
      ...Object.entries(values).map(([name, { good, bad = [] }]) => [
        name,
        // Mostly valid values, so that runs also reach contradictions.
        fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...good) }, fc.constantFrom(...good, ...bad)),
      ]),
      ...misspelt.map((name) => [name, fc.constant('https://example.com')]),
    ]),
    { requiredKeys: [] },
  )
  .map((record) => record as Environment);

function faultsIn(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

/** A valid value; if one of the two Stripe keys is set, the other is of the same kind, test or live. */
function good(name: string, environment: Environment = {}): Environment {
  const other = name.startsWith('STRIPE_P')
    ? environment.STRIPE_SECRET_KEY
    : environment.STRIPE_PUBLISHABLE_KEY;
  const value = values[name]?.good[0] as string;
  return { [name]: other?.includes('_test_') ? value.replace('_live_', '_test_') : value };
}

function without(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}

/** The environments that result from following a line of advice literally. */
function follow(fault: string, environment: Environment): Environment[] {
  const name = /^\w+/.exec(fault)?.[0] as string;
  const meant = /did you mean (\w+)\?/.exec(fault)?.[1];
  if (meant) return [{ ...without(environment, [name]), [meant]: environment[name] as string }];
  const out = /remove (\w+(?: and \w+)*)/.exec(fault)?.[1];
  if (out) return [without(environment, out === 'it' ? [name] : out.split(' and '))];
  if (fault.includes('must be 1 when')) return [{ ...environment, CHALLENGE_TIME_SCALE: '1' }];
  if (fault.includes('must both be')) {
    return [{ ...environment, ...good('STRIPE_SECRET_KEY'), ...good('STRIPE_PUBLISHABLE_KEY') }];
  }
  const settings = [...fault.matchAll(/set (\w+)=(\w+)/g)].map(([, set, value]) => ({
    [set as string]: value as string,
  }));
  return [good(name, environment), ...settings].map((change) => ({ ...environment, ...change }));
}

it('following any advice about the configuration leaves fewer faults', () => {
  fc.assert(
    fc.property(environments, (environment) => {
      const faults = faultsIn(environment);
      for (const fault of faults) {
        for (const mended of follow(fault, environment)) {
          const left = faultsIn(mended);
          expect(left.length, `${fault}\n  leads to\n${left.join('\n')}`).toBeLessThan(faults.length);
        }
      }
    }),
    { numRuns: often(150, { briefly: 10 }) },
  );
});
