// SPDX-License-Identifier: Apache-2.0

import { removedVariables } from './removed-variables.ts';
import { variables } from './variables.ts';

/**
 * Names with these prefixes are ours. Prefixes that other programs also use (GOOGLE_, DISCORD_, LOG_) prove nothing.
 */
const ownPrefixes = [
  'APP_SECRET',
  'BRAND_',
  'CHALLENGE_',
  'CODE_FINGERPRINT',
  'CODE_KEY',
  'DATABASE_POOL',
  'DISCORD_BASE_',
  'DISCORD_BOT_',
  'DISCORD_CLIENT_',
  'DISCORD_PUBLIC_',
  'GAME_STATS_',
  'GOOGLE_CLIENT_',
  'GOOGLE_ISSUER',
  'METRICS_',
  'RATE_LIMIT_',
  'SANDBOX_',
  'STRIPE_PUBLISHABLE_',
  'STRIPE_SECRET_',
  'STRIPE_WEBHOOK_',
  'SUPER_ADMIN_',
  'SUPPORT_',
] as const;

/** Variables that Kubernetes sets in every container about its services. */
const ofServices = /_SERVICE_(HOST|PORT)(_|$)|_PORT(_\d+_(TCP|UDP)(_|$).*)?$/;

const known = Object.keys(variables.shape);

export interface Misspelt {
  name: string;
  /** The variable that was probably intended. */
  meant?: string;
  /** The intended variable is set as well. */
  isBeside?: true;
  /**
   * It may belong to another program, because nothing else proves that it is ours: it is reported, but does not refuse
   * the start.
   */
  mayBeForeign?: boolean;
}

/** How many letters must be inserted, removed or changed to turn one into the other (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const changed = (row[j] as number) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}

/** Short names are similar by chance: PORT is one letter from SORT. */
function maxDistance(name: string): number {
  if (name.length < 7) return 0;
  return name.length < 9 ? 1 : 2;
}

function nearestName(name: string): string | undefined {
  const upper = name.toUpperCase();
  return known
    .filter((variable) => Math.abs(upper.length - variable.length) <= maxDistance(variable))
    .map((variable) => ({ variable, distance: editDistance(upper, variable) }))
    .filter(({ variable, distance }) => distance <= maxDistance(variable))
    .sort((a, b) => a.distance - b.distance)[0]?.variable;
}

/** Names that look like ours but that nothing reads. */
export function findMisspelt(given: Readonly<Record<string, string>>): Misspelt[] {
  const found: Misspelt[] = [];
  for (const name of Object.keys(given)) {
    if (known.includes(name) || Object.hasOwn(removedVariables, name)) continue;
    if (name.startsWith('npm_') || ofServices.test(name)) continue;
    const meant = nearestName(name);
    const isOurs = ownPrefixes.some((prefix) => name.startsWith(prefix));
    if (meant && meant in given) found.push({ name, meant, isBeside: true, mayBeForeign: !isOurs });
    else if (meant) found.push({ name, meant });
    else if (isOurs) found.push({ name });
  }
  return found;
}
