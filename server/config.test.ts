// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findFaults, real } from '../tests/support/environment.ts';
import { readConfig } from './config.ts';
import { checkVariables } from './config-faults.ts';
import { removedVariables } from './removed-variables.ts';
import { variables } from './variables.ts';

describe('readConfig', () => {
  it('runs a full sandbox on loopback when nothing real is configured', () => {
    const config = readConfig({});
    expect(config.sandbox).toEqual({
      port: 3001,
      services: ['google', 'discord', 'gameStats', 'stripe', 'mail'],
      games: ['fortnite'],
      full: true,
    });
    expect(config.host).toBe('127.0.0.1');
    expect(config.challengeTimeScale).toBe(60);
    expect(config.superAdminEmails).toEqual(['admin@finalring.test']);
  });

  it('runs without a sandbox when everything is real, in real time and without a demo administrator', () => {
    const config = readConfig(real);
    expect(config.sandbox).toBeUndefined();
    expect(config.challengeTimeScale).toBe(1);
    expect(config.superAdminEmails).toEqual([]);
    expect(config.host).toBe('0.0.0.0');
  });

  it('listens on loopback when a proxy runs on the same machine', () => {
    const hostWith = (env: Record<string, string>) => readConfig({ ...real, ...env }).host;
    expect(hostWith({ TRUST_PROXY: '1' })).toBe('127.0.0.1');
    expect(hostWith({ TRUST_PROXY: 'loopback' })).toBe('127.0.0.1');
    expect(hostWith({ TRUST_PROXY: '::1,10.0.0.0/8' })).toBe('127.0.0.1');
    expect(hostWith({ TRUST_PROXY: '10.0.0.0/8' })).toBe('0.0.0.0');
    expect(hostWith({ TRUST_PROXY: '0' })).toBe('0.0.0.0');
    expect(hostWith({ TRUST_PROXY: '1', HOST: '0.0.0.0' })).toBe('0.0.0.0');
  });

  it('accepts a list of code keys, and refuses malformed ones', () => {
    expect(readConfig(real).codes.keys?.map(({ id, key }) => [id, key[0]])).toEqual([
      ['new', 1],
      ['old', 2],
    ]);
    const key = Buffer.alloc(32).toString('base64');
    for (const CODE_KEYS of [key, `:${key}`, `a:${key}:b`, 'a:c2hvcnQ=', `a:${key},`, `a:${key},a:${key}`]) {
      expect(findFaults({ ...real, CODE_KEYS })).toHaveLength(1);
    }
    const { CODE_KEYS: _, CODE_FINGERPRINT_SECRET: __, ...without } = real;
    expect(findFaults(without).map((fault) => fault.split(' ')[0])).toEqual([
      'CODE_KEYS',
      'CODE_FINGERPRINT_SECRET',
    ]);
  });

  it('requires mail to be configured or explicitly off', () => {
    expect(readConfig(real).mail).toEqual({ smtpUrl: real.SMTP_URL, from: real.MAIL_FROM });
    const { SMTP_URL: _, MAIL_FROM: __, ...without } = real;
    expect(findFaults(without).map((fault) => fault.split(' ')[0])).toEqual(['SMTP_URL', 'MAIL_FROM']);
    expect(readConfig({ ...without, SMTP_URL: 'off' }).mail).toBeUndefined();
    expect(findFaults({ ...real, SMTP_URL: 'off' })).toEqual([
      'SMTP_URL=off sends nothing: remove MAIL_FROM',
    ]);
    expect(findFaults({ ...real, SMTP_URL: 'http://mail.example.com' })).toHaveLength(1);
    expect(readConfig({ SMTP_URL: 'off' }).sandbox?.full).toBe(true);
  });

  it('ignores the mailbox that logins set in MAIL', () => {
    expect(readConfig({ MAIL: '/var/mail/somebody' }).sandbox?.full).toBe(true);
    expect(findFaults({ ...real, MAIL: '/var/spool/mail/somebody' })).toEqual([]);
  });

  it('ignores the service variables of Kubernetes', () => {
    const told = {
      PAYMENT_API_SERVICE_HOST: '10.0.0.1',
      PAYMENT_API_SERVICE_PORT_HTTP: '80',
      METRICS_SERVER_PORT: 'tcp://10.0.0.2:443',
      METRICS_SERVER_PORT_443_TCP_ADDR: '10.0.0.2',
    };
    expect(() => readConfig({ ...real, ...told })).not.toThrow();
  });

  it('lists every malformed, missing, contradictory and misspelled variable', () => {
    const {
      DATABASE_URL: _,
      GOOGLE_CLIENT_ID: __,
      RATE_LIMIT_PER_MINUTE: ___,
      ...rest
    } = { ...real, RATE_LIMIT_PER_MINUTE: '' };
    const faults = findFaults({
      ...rest,
      PORT: 'x',
      STRIPE_API_BASE: 'api.stripe.com',
      PUBLIC_URL: 'http://play.example.com',
      RATE_LIMIT_PER_MINUT: '100',
    });
    expect(faults.map((fault) => fault.split(/:? /)[0])).toEqual([
      'RATE_LIMIT_PER_MINUT',
      'PORT',
      'STRIPE_API_BASE',
      'GOOGLE_CLIENT_ID',
      'DATABASE_URL',
      'PUBLIC_URL',
    ]);
  });

  it.each([
    'PUBLIC_URL',
    'DATABASE_URL',
    'SMTP_URL',
    'GOOGLE_ISSUER',
    'DISCORD_BASE_URL',
    'GAME_STATS_BASE_URL',
    'STRIPE_API_BASE',
  ])('refuses %s without a scheme', (name) => {
    for (const address of [
      'example.com',
      'localhost:8080',
      'example.com:5432/path',
      '//example.com',
      'https:',
    ]) {
      const faults = findFaults({ ...real, [name]: address });
      expect(faults, address).toHaveLength(1);
      expect(faults[0]).toContain(`${name}: must `);
    }
  });

  it('warns of a misspelled variable when the right one is set too', () => {
    const doubts = (env: Record<string, string>) => checkVariables({ ...real, ...env }).doubts;
    expect(doubts({ PUBLIC_URI: 'https://elsewhere.example' })).toEqual([
      'PUBLIC_URI is not a variable of FinalRing, and PUBLIC_URL is set: remove PUBLIC_URI, unless another program uses it',
    ]);
    expect(doubts({ APPROVAL: 'off', APPROVALS: 'on' })).toHaveLength(1);
    expect(doubts({})).toEqual([]);
    // Only our variables have this prefix, so the misspelt one refuses the start, whether or not the right one is set.
    expect(findFaults({ ...real, RATE_LIMIT_PER_MINUT: '500', RATE_LIMIT_PER_MINUTE: '600' })).toHaveLength(
      1,
    );
  });

  it('accepts other approval limits', () => {
    expect(readConfig(real).approvals.limits).toMatchObject({ packagePerDollar: 250, priceCut: 50 });
    const given = { ...real, APPROVAL_PACKAGE_GC_PER_DOLLAR: '120', APPROVAL_PRICE_CUT_PERCENT: '0' };
    expect(readConfig(given).approvals.limits).toMatchObject({ packagePerDollar: 120, priceCut: 0 });
    expect(findFaults({ ...real, APPROVAL_PRICE_CUT_PERCENT: '101' })).toHaveLength(1);
  });

  it('explains each removed setting', () => {
    const check = (env: Record<string, string>) => checkVariables({ ...real, ...env });
    const { doubts, faults } = check({ XP_FINISHED: '30', GAME_STATS_KEYS: 'k:3', ARCHIVE_AFTER_MONTHS: '' });
    expect(faults).toEqual([]);
    expect(doubts).toEqual([
      'XP_FINISHED is no longer a setting: a finished attempt earns 20 XP',
      'GAME_STATS_KEYS is no longer a setting: GAME_STATS_API_KEY takes key:rate,key:rate',
    ]);
    expect(check({ MAIL: 'off' }).doubts.join()).toContain('SMTP_URL=off');
    expect(check({ MAIL: '/var/mail/somebody' }).doubts).toEqual([]);
  });

  it.each(Object.keys(removedVariables))('no longer has the setting %s', (name) => {
    expect(Object.keys(variables.shape)).not.toContain(name);
    expect(readFileSync('.env.example', 'utf8')).not.toMatch(new RegExp(`^#? ?${name}=`, 'm'));
    const { doubts, faults } = checkVariables({ ...real, [name]: 'x' });
    expect(faults).toEqual([]);
    expect(doubts).toEqual([`${name} is no longer a setting: ${removedVariables[name]}`]);
  });

  it('refuses misspelled and unknown variables of its own', () => {
    expect(findFaults({ ...real, RATE_LIMIT_PER_MINUT: '50' })).toEqual([
      'RATE_LIMIT_PER_MINUT is not a variable of FinalRing: did you mean RATE_LIMIT_PER_MINUTE?',
    ]);
    expect(findFaults({ ...real, super_admin_emails: 'a@b.test' }).join()).toContain(
      'did you mean SUPER_ADMIN_EMAILS?',
    );
    expect(findFaults({ ...real, GAME_STATS_TOKEN: 'x' })).toEqual([
      'GAME_STATS_TOKEN is not a variable of FinalRing: remove it (.env.example lists all variables)',
    ]);
  });

  it('ignores variables of other programs', () => {
    const foreign = [
      'HOME',
      'PATH',
      'SHELL',
      'HOSTNAME',
      'LANG',
      'TERM',
      'EDITOR',
      'PORTS',
      'MAILTO',
      'MAILCHECK',
      'NODE_OPTIONS',
      'NODE_VERSION',
      'GOOGLE_APPLICATION_CREDENTIALS',
      'GOOGLE_API_KEY',
      'DISCORD_WEBHOOK',
      'STRIPE_API_KEY',
      'STRIPE_DEVICE_NAME',
      'JOB_NAME',
      'CODESPACES',
      'npm_config_sandbox',
      'npm_package_name',
      'http_proxy',
      'DATABASE_URI',
      'DATABASE_PRIVATE_URL',
      'TEST_DATABASE_URL',
      'LOGNAME',
      'APP_NAME',
      'XPC_SERVICE_NAME',
    ];
    expect(findFaults({ ...real, ...Object.fromEntries(foreign.map((name) => [name, 'x'])) })).toEqual([]);
  });

  it('requires a database in production', () => {
    const { DATABASE_URL: _, ...without } = real;
    expect(findFaults(without).join()).toMatch(/^DATABASE_URL is missing/);
    expect(findFaults({ ...without, NODE_ENV: 'development' })).toEqual([]);
  });

  it('never starts a sandbox implicitly beside real services', () => {
    const faults = findFaults({ GAME_STATS_API_KEY: 'k' });
    expect(faults.join()).toContain('GOOGLE_CLIENT_ID is missing');
    expect(faults.join()).toContain('DISCORD_PUBLIC_KEY is missing');
    expect(findFaults({ DATABASE_URL: 'postgresql://localhost/x' }).join()).toContain(
      'GAME_STATS_API_KEY is missing',
    );
  });

  it('enables a second game by its key, or by SANDBOX_GAMES in a sandbox', () => {
    expect(Object.keys(readConfig(real).gameStats)).toEqual(['fortnite']);
    expect(readConfig({ ...real, PUBG_API_KEY: 'key' }).gameStats.pubg).toEqual({
      baseUrl: 'https://api.pubg.com',
      keys: [{ key: 'key', requestsPerSecond: 10 / 60 }],
    });
    const sandboxed = readConfig({ SANDBOX_GAMES: 'pubg' });
    expect(sandboxed.sandbox?.games).toEqual(['fortnite', 'pubg']);
    expect(Object.keys(sandboxed.gameStats)).toEqual(['fortnite', 'pubg']);
    expect(findFaults({ SANDBOX_GAMES: 'chess' })).toEqual([expect.stringContaining('SANDBOX_GAMES:')]);
    expect(findFaults({ ...real, SANDBOX_GAMES: 'pubg' })).toEqual([
      expect.stringContaining('SANDBOX_GAMES needs game statistics'),
    ]);
  });

  it('treats a second game with a key as real: no implicit sandbox, no time scale, no stand-in', () => {
    const pubg = { PUBG_API_KEY: 'key' };
    expect(findFaults(pubg).join()).toContain('GAME_STATS_API_KEY is missing');
    expect(readConfig({ ...pubg, SANDBOX: '1' })).toMatchObject({ challengeTimeScale: 1 });
    expect(findFaults({ ...pubg, SANDBOX: '1', CHALLENGE_TIME_SCALE: '60' })).toEqual([
      'CHALLENGE_TIME_SCALE must be 1 when the game statistics are real',
    ]);
    expect(findFaults({ ...pubg, SANDBOX: '1', SANDBOX_GAMES: 'pubg' })).toEqual([
      expect.stringContaining('SANDBOX_GAMES names a game that has a key'),
    ]);
  });

  it('replaces only services without a key in a partial sandbox', () => {
    const config = readConfig({ SANDBOX: '1', GAME_STATS_API_KEY: 'k' });
    expect(config.sandbox).toEqual({
      port: 3001,
      services: ['google', 'discord', 'stripe', 'mail'],
      games: [],
      full: false,
    });
    expect(config.superAdminEmails).toEqual([]);
    expect(config.challengeTimeScale).toBe(1);
    expect(findFaults({ SANDBOX: '1', GOOGLE_CLIENT_ID: 'g' }).join()).toContain(
      'GOOGLE_CLIENT_SECRET is missing',
    );
  });

  it.each([
    [
      'a sandbox in production',
      { NODE_ENV: 'production', SANDBOX: '1' },
      'SANDBOX=1 is not for NODE_ENV=production',
    ],
    [
      'an invalid support address',
      { ...real, SUPPORT_EMAIL: 'support@finalring.test' },
      'SUPPORT_EMAIL must be an address that receives mail',
    ],
    ['http in production', { ...real, PUBLIC_URL: 'http://play.example.com' }, 'must begin with https'],
    [
      'plain http to an outside service',
      { ...real, GAME_STATS_BASE_URL: 'http://stats.example.com' },
      'loopback only',
    ],
    ['card payments without keys', { ...real, STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is missing'],
    [
      'a publicly visible secret key',
      { ...real, STRIPE_PUBLISHABLE_KEY: 'sk_live_1' },
      'must be a publishable key',
    ],
    [
      'real cards beside test cards',
      { ...real, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      'both be test keys or both be live keys',
    ],
    [
      'a card provider below a path',
      { ...real, STRIPE_API_BASE: 'https://proxy.example.com/stripe' },
      'no path',
    ],
    ['an invalid signing secret', { ...real, STRIPE_WEBHOOK_SECRET: 'whsec_1,x' }, 'signing secrets'],
    ['hurried judging of real statistics', { ...real, CHALLENGE_TIME_SCALE: '60' }, 'must be 1'],
    ['a path in the public address', { PUBLIC_URL: 'https://example.com/play' }, 'must have no path'],
    ['a short secret', { ...real, APP_SECRET: 'short' }, 'APP_SECRET'],
  ])('refuses %s', (_, environment, fault) => {
    expect(findFaults(environment).join()).toContain(fault);
  });

  it('accepts several signing secrets, so that one can replace another', () => {
    const config = readConfig({ ...real, STRIPE_WEBHOOK_SECRET: 'whsec_Old, whsec_New' });
    expect(config.stripe).toEqual({
      apiBase: 'https://api.stripe.com',
      secretKey: 'sk_live_1',
      publishableKey: 'pk_live_1',
      webhookSecrets: ['whsec_Old', 'whsec_New'],
    });
  });

  it.each([
    ['', 0],
    ['0', 0],
    ['2', 2],
    ['10.0.0.0/8, ::1,loopback', ['10.0.0.0/8', '::1', 'loopback']],
  ])('reads TRUST_PROXY=%j', (text, expected) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  it.each(['yes', 'true', '10.0.0.0/8/9', 'example.com', '1.2.3.4,'])('refuses TRUST_PROXY=%j', (text) => {
    expect(findFaults({ TRUST_PROXY: text }).join()).toContain('TRUST_PROXY: must be');
  });

  it('documents every variable in .env.example, and no others', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
    const named = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect(new Set(named)).toEqual(new Set(Object.keys(variables.shape)));
    expect(() =>
      readConfig(
        Object.fromEntries(
          [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name as string, value]),
        ),
      ),
    ).not.toThrow();
  });
});
