// SPDX-License-Identifier: Apache-2.0

import { getCountry } from '../../../contract/regions.ts';
import { forGood, type PauseLength, type SpendingPeriod } from '../../../contract/responsible-play.ts';
import type { RegionRule } from '../../../contract/responsible-play-admin.ts';
import { formatUtc } from '../../../contract/times.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

const dayMs = 24 * 3_600_000;

/** How much later a looser limit takes effect (docs/rules/responsible-play.md, 14). */
export const looserAfterMs = dayMs;

export const periodMs: Record<SpendingPeriod, number> = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs };

interface Admission {
  isAllowed: boolean;
  /** In years; null: any. */
  minAge: number | null;
}

export interface RuleSet {
  elsewhere: Admission;
  regions: readonly RegionRule[];
}

export interface Statement {
  /** YYYY-MM-DD */
  birthDate: string;
  region: string;
}

/** Age in whole years, by UTC. People born on 29 February grow older on 1 March. */
export function getAge(birthDate: string, now: Date): number {
  const today = now.toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** The most specific rule that names the region, or the rule for all other regions. */
export function findAdmission({ elsewhere, regions }: RuleSet, region: string): Admission {
  const named = (name: string) => regions.find((rule) => rule.region === name);
  return named(region) ?? named(getCountry(region)) ?? elsewhere;
}

function judgeStatement(rules: RuleSet, statement: Statement | undefined, now: Date): Refusal | undefined {
  if (!statement) {
    const possible = [rules.elsewhere, ...rules.regions];
    if (possible.every(({ isAllowed, minAge }) => isAllowed && minAge === null)) return undefined;
    return refuse(
      possible.some(({ isAllowed }) => isAllowed) ? 'play_statement_missing' : 'play_region_closed',
    );
  }
  const { isAllowed, minAge } = findAdmission(rules, statement.region);
  if (!isAllowed) return refuse('play_region_closed');
  return minAge !== null && getAge(statement.birthDate, now) < minAge
    ? refuse('play_too_young', { minAge })
    : undefined;
}

export interface Standing {
  rules: RuleSet | undefined;
  statement: Statement | undefined;
  pausedUntil: Date | null;
  isTermsAsked: boolean;
}

/** Why a player may neither enter nor pay now, at any price. */
export function judgePlay(
  { rules, statement, pausedUntil, isTermsAsked }: Standing,
  { isDemanded, now }: { isDemanded: boolean; now: Date },
): Refusal | undefined {
  if (pausedUntil) return refuse('play_paused', { until: toWords(pausedUntil) });
  if (!rules && isDemanded) return refuse('play_rules_missing');
  const refusal = rules && judgeStatement(rules, statement, now);
  return refusal ?? (isTermsAsked ? refuse('terms_not_accepted') : undefined);
}

/**
 * Whether to ask a player to accept the terms: where acceptance is required, and always if they accepted an older
 * version.
 */
export function asksForTerms(
  { current, accepted }: { current: string; accepted: string | undefined },
  isDemanded: boolean,
): boolean {
  return accepted === undefined ? isDemanded : accepted !== current;
}

/** A stored limit. Null: none. */
export interface Limit {
  amount: number | null;
  nextAmount: number | null;
  nextAt: Date | null;
}

const noLimit: Limit = { amount: null, nextAmount: null, nextAt: null };

/** The limit at `now`: a waiting value that is due replaces the current one. */
export function settleLimit(limit: Limit | undefined, now: Date): Limit {
  if (!limit) return noLimit;
  const isDue = limit.nextAt !== null && limit.nextAt <= now;
  return isDue ? { ...noLimit, amount: limit.nextAmount } : limit;
}

export const isLooser = (amount: number | null, than: number | null) =>
  than !== null && (amount === null || amount > than);

/**
 * A tighter limit takes effect immediately and cancels a waiting one. A looser one waits; requesting the same again
 * does not restart the wait.
 */
export function changeLimit(stored: Limit | undefined, amount: number | null, now: Date): Limit {
  const limit = settleLimit(stored, now);
  if (!isLooser(amount, limit.amount)) return { ...noLimit, amount };
  if (limit.nextAt && limit.nextAmount === amount) return limit;
  return { amount: limit.amount, nextAmount: amount, nextAt: new Date(now.getTime() + looserAfterMs) };
}

const pauseDays: Partial<Record<PauseLength, number>> = { '1-day': 1, '7-days': 7, '30-days': 30 };
const pauseMonths: Partial<Record<PauseLength, number>> = { '6-months': 6, '1-year': 12, '5-years': 60 };

export function pauseEnd(lasts: PauseLength, now: Date): Date {
  const days = pauseDays[lasts];
  if (days) return new Date(now.getTime() + days * dayMs);
  const months = pauseMonths[lasts];
  if (!months) return new Date(forGood);
  const end = new Date(now);
  // A 31st may become the 1st to 3rd of the following month, but never an earlier day.
  end.setUTCMonth(end.getUTCMonth() + months);
  return end;
}

/** How long a pause lasts, in words. */
function toWords(date: Date): string {
  if (date.toISOString() === forGood) return 'for good';
  return `until ${formatUtc(date)}`;
}
