// SPDX-License-Identifier: Apache-2.0

import type { BoardPeriod, Streak } from '../../../contract/leaderboards.ts';

const dayMs = 24 * 3_600_000;

function getDay(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}

/** Monday of the ISO week of `at`, at midnight UTC. */
function getMonday(at: Date): Date {
  const day = getDay(at);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * dayMs);
}

function toIsoWeek(at: Date): string {
  // A week belongs to the year that contains its Thursday.
  const thursday = new Date(getMonday(at).getTime() + 3 * dayMs);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}

const getQuarter = (at: Date) => Math.floor(at.getUTCMonth() / 3);

/** Name of the board that XP earned at `at` counts on (docs/rules/leaderboards.md, 2). */
export function getBoard(period: BoardPeriod, at: Date): string {
  if (period === 'week') return `week:${toIsoWeek(at)}`;
  if (period === 'season') return `season:${at.getUTCFullYear()}-Q${getQuarter(at) + 1}`;
  return 'all';
}

/** The first moment of the period that contains `at`; null for all time. */
export function getStart(period: BoardPeriod, at: Date): Date | null {
  if (period === 'week') return getMonday(at);
  if (period === 'season') return new Date(Date.UTC(at.getUTCFullYear(), getQuarter(at) * 3, 1));
  return null;
}

/** The first moment after the period that contains `at`; null for all time. */
export function getEnd(period: BoardPeriod, at: Date): Date | null {
  if (period === 'week') return new Date(getMonday(at).getTime() + 7 * dayMs);
  if (period === 'season') return new Date(Date.UTC(at.getUTCFullYear(), (getQuarter(at) + 1) * 3, 1));
  return null;
}

/** The first moment after the week of a board such as `week:2026-W47`. */
export function getEndOfWeek(board: string): Date {
  const [, year, week] = /^week:(\d{4})-W(\d{2})$/.exec(board) ?? [];
  if (!year || !week) throw new Error(`${board} is no board of a week`);
  // January 4 is always in the first week.
  const first = getMonday(new Date(Date.UTC(Number(year), 0, 4)));
  return new Date(first.getTime() + Number(week) * 7 * dayMs);
}

/**
 * Days in a row with a finished challenge, as of `now`. A day without one ends the streak, except today, which is not over.
 * @param days distinct UTC days with a finished challenge as YYYY-MM-DD, newest first
 */
export function getStreak(days: readonly string[], now: Date): Streak {
  const numbers = days.map((day) => Date.parse(`${day}T00:00:00Z`) / dayMs);
  const today = getDay(now).getTime() / dayMs;
  let [best, run] = [0, 0];
  let current = 0;
  let isCurrent = numbers[0] !== undefined && numbers[0] >= today - 1;
  for (const [place, day] of numbers.entries()) {
    const continues = place > 0 && numbers[place - 1] === day + 1;
    if (place > 0 && !continues) isCurrent = false;
    run = continues ? run + 1 : 1;
    best = Math.max(best, run);
    if (isCurrent) current = run;
  }
  return { days: current, best, isKeptToday: numbers[0] === today };
}
