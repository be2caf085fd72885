// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../contract/games/game.ts';
import { theGame } from '../contract/games/games.ts';
import { backupFaults } from './backup-config.ts';
import { findMisspelt, type Misspelt } from './misspelt-variables.ts';
import { isLoopback } from './platform/loopback.ts';
import { gamesWithKeys, statsBaseUrls, statsSettings } from './providers/games/settings.ts';
import { warnOfRemoved } from './removed-variables.ts';
import { type Variables, variables } from './variables.ts';

/**
 * Finds every fault of an environment in one pass. A malformed value counts as set, and a misspelt name as the intended
 * one: otherwise fixing one fault would reveal the next. No advice may suggest a value that would itself be refused.
 */

const services = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  discord: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_PUBLIC_KEY'],
  gameStats: [statsSettings[theGame.id].keysName],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  mail: ['SMTP_URL', 'MAIL_FROM'],
} as const;
export type Service = keyof typeof services;
type Name = keyof Variables;

/** Required in a real installation, besides the keys of its services. */
const needed = {
  APP_SECRET: 'at least 32 random characters: openssl rand -base64 48',
  CODE_KEYS: 'encrypts gift-card codes: id:base64 with 32 bytes, openssl rand -base64 32',
  CODE_FINGERPRINT_SECRET: 'at least 32 random characters that never change: openssl rand -base64 48',
  PUBLIC_URL: 'the address that players use',
} as const;

export interface CheckedVariables {
  /** Has the default where a value is malformed. */
  env: Variables;
  sandboxed: readonly Service[];
  /** The games that the sandbox stands in for: the first one, and others that are asked for. */
  sandboxedGames: readonly GameId[];
  isFullSandbox: boolean;
  faults: readonly string[];
  /** Removed settings, and near misses of our names: these values may have no effect. */
  doubts: readonly string[];
}

function describeMisspelling({ name, meant, isBeside }: Misspelt): string {
  if (isBeside)
    return `${name} is not a variable of FinalRing, and ${meant} is set: remove ${name}, unless another program uses it`;
  return meant
    ? `${name} is not a variable of FinalRing: did you mean ${meant}?`
    : `${name} is not a variable of FinalRing: remove it (.env.example lists all variables)`;
}

interface Reading {
  env: Variables;
  production: boolean;
  isGiven(name: Name): boolean;
}

function parseEach(given: Readonly<Record<string, string>>): { env: Variables; faults: string[] } {
  const faults: string[] = [];
  const values = Object.entries(variables.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(given[name]);
    if (parsed.success) return [name, parsed.data];
    faults.push(...parsed.error.issues.map(({ message }) => `${name}: ${message}`));
    return [name, schema.parse(undefined)];
  });
  return { env: Object.fromEntries(values), faults };
}

/** The services that this installation uses: all of them, except mail if it is off. */
function usedServices({ env }: Reading): Service[] {
  const names = Object.keys(services) as Service[];
  return env.SMTP_URL === 'off' ? names.filter((name) => name !== 'mail') : names;
}

function isUntouched({ isGiven }: Reading, service: Service): boolean {
  return !services[service].some((name) => isGiven(name));
}

/** A sandbox starts by default only when nothing real is configured; otherwise it must be requested. */
function sandboxedServices(reading: Reading): Service[] {
  const { env, production, isGiven } = reading;
  if (production) return [];
  const used = usedServices(reading);
  const untouched = used.filter((service) => isUntouched(reading, service));
  const isUnused = untouched.length === used.length && gamesWithKeys(env).length === 0;
  const nothingReal = isUnused && !isGiven('DATABASE_URL');
  return (env.SANDBOX ?? nothingReal) ? untouched : [];
}

/** Alternatives to a missing key, as far as they would be accepted. */
function suggestAlternative(service: Service, reading: Reading): string {
  if (!isUntouched(reading, service)) return '';
  const ways = [
    ...(reading.production ? [] : ['set SANDBOX=1 to use local stand-ins for services without any key']),
    ...(service === 'mail' ? ['set SMTP_URL=off to send no mail'] : []),
  ];
  return ways.length > 0 ? ` (or ${ways.join(', or ')})` : '';
}

function missing(reading: Reading, sandboxed: readonly Service[]): string[] {
  const faults: string[] = [];
  for (const service of usedServices(reading).filter((used) => !sandboxed.includes(used))) {
    const alternative = suggestAlternative(service, reading);
    const names = services[service].filter((name) => !reading.isGiven(name));
    faults.push(...names.map((name) => `${name} is missing${alternative}`));
  }
  if (sandboxed.length === 0) {
    for (const [name, what] of Object.entries(needed)) {
      if (!reading.isGiven(name as Name)) faults.push(`${name} is missing (${what})`);
    }
  }
  if (reading.production && !reading.isGiven('DATABASE_URL')) {
    faults.push(
      'DATABASE_URL is missing (the built-in database is for trying things out, not for production)',
    );
  }
  return faults;
}

function contradictions({ env, production, isGiven }: Reading, sandboxed: readonly Service[]): string[] {
  const faults: string[] = [];
  if (env.SMTP_URL === 'off' && isGiven('MAIL_FROM')) {
    faults.push('SMTP_URL=off sends nothing: remove MAIL_FROM');
  }
  if (isGiven('BACKUP_URL') !== isGiven('BACKUP_KEYS_DIR')) {
    const [set, lacking] = isGiven('BACKUP_URL')
      ? ['BACKUP_URL', 'BACKUP_KEYS_DIR']
      : ['BACKUP_KEYS_DIR', 'BACKUP_URL'];
    faults.push(`${lacking} is missing: ${set} needs it`);
  }
  faults.push(...backupFaults(env));
  if (env.SANDBOX && production) faults.push('SANDBOX=1 is not for NODE_ENV=production: remove SANDBOX');
  if (env.SANDBOX_GAMES && !sandboxed.includes('gameStats')) {
    faults.push('SANDBOX_GAMES needs game statistics from the sandbox: remove it');
  }
  if (
    env.SANDBOX_GAMES?.some((game) => gamesWithKeys(env).includes(game)) &&
    sandboxed.includes('gameStats')
  ) {
    faults.push('SANDBOX_GAMES names a game that has a key: remove SANDBOX_GAMES');
  }
  const hasRealStats = !sandboxed.includes('gameStats') || gamesWithKeys(env).length > 0;
  if (hasRealStats && (env.CHALLENGE_TIME_SCALE ?? 1) !== 1) {
    faults.push('CHALLENGE_TIME_SCALE must be 1 when the game statistics are real');
  }
  if (production && env.PUBLIC_URL && new URL(env.PUBLIC_URL).protocol !== 'https:') {
    faults.push('PUBLIC_URL must begin with https: in production');
  }
  if (production && isReserved(env.SUPPORT_EMAIL)) {
    faults.push('SUPPORT_EMAIL must be an address that receives mail: players and push services write to it');
  }
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  if (secretKey && publishableKey && isTestKey(secretKey) !== isTestKey(publishableKey)) {
    faults.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys');
  }
  const addresses = ['GOOGLE_ISSUER', 'DISCORD_BASE_URL', ...statsBaseUrls, 'STRIPE_API_BASE'] as const;
  for (const name of addresses) {
    const { protocol, hostname } = new URL(env[name]);
    if (protocol === 'http:' && !isLoopback(hostname))
      faults.push(`${name} may use http: on loopback only; use https:`);
  }
  return faults;
}

/** At a domain that nobody can own (RFC 2606, RFC 6761). */
function isReserved(address: string): boolean {
  return /[@.](test|example|invalid|localhost|local|example\.(com|net|org))$/i.test(address);
}

function isTestKey(key: string): boolean {
  return key.includes('_test_');
}

/** Any value but these two means production, even "prod". */
function isProduction({ NODE_ENV }: Readonly<Record<string, string>>): boolean {
  return NODE_ENV !== undefined && NODE_ENV !== 'development' && NODE_ENV !== 'test';
}

/** Misspelt names, except where the right name would be refused anyway. */
function misspeltNames(given: Readonly<Record<string, string>>): ReturnType<typeof findMisspelt> {
  const refused: readonly (string | undefined)[] = [
    ...(given.SMTP_URL === 'off' ? ['MAIL_FROM'] : []),
    ...(isProduction(given) ? ['SANDBOX'] : []),
  ];
  return findMisspelt(given).filter(({ meant, isBeside }) => isBeside || !refused.includes(meant));
}

/** @param environment of a process; empty values count as not given */
export function checkVariables(environment: Readonly<Record<string, string | undefined>>): CheckedVariables {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value) given[name] = value;
  const misspelt = misspeltNames(given);
  for (const { name, meant, isBeside } of misspelt)
    if (meant && !isBeside) given[meant] = given[name] as string;

  const { env, faults } = parseEach(given);
  const reading: Reading = {
    env,
    production: isProduction(given),
    isGiven: (name) => given[name] !== undefined,
  };
  const sandboxed = sandboxedServices(reading);
  const told = (isDoubt: boolean) =>
    misspelt.filter(({ mayBeForeign = false }) => mayBeForeign === isDoubt).map(describeMisspelling);
  return {
    env,
    sandboxed,
    sandboxedGames: sandboxed.includes('gameStats') ? [theGame.id, ...(env.SANDBOX_GAMES ?? [])] : [],
    isFullSandbox: sandboxed.length === usedServices(reading).length,
    doubts: [...warnOfRemoved(given), ...told(true)],
    faults: [
      ...told(false),
      ...faults,
      ...missing(reading, sandboxed),
      ...contradictions(reading, sandboxed),
    ],
  };
}
