// SPDX-License-Identifier: Apache-2.0

const dayMs = 86_400_000;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const never = new Set(['', '-', 'never', 'none', 'n/a', 'no expiry']);

const fullYear = (year: string) => (year.length === 2 ? 2000 + Number(year) : Number(year));

/** The end of this day (UTC), in milliseconds; undefined for an invalid date. */
function endOfDay(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() + dayMs : undefined;
}

const endOfMonth = (year: number, month: number): number | undefined =>
  month >= 1 && month <= 12 ? Date.UTC(year, month, 1) : undefined;

/** Every possible interpretation of a date. */
function readings(text: string): (number | undefined)[] {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return [endOfDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))];
  const parts = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (parts) {
    const [one, other, year] = [Number(parts[1]), Number(parts[3]), fullYear(parts[4] ?? '')];
    const dayFirst = endOfDay(year, other, one);
    // With dots, the day comes first in every country.
    return parts[2] === '.' ? [dayFirst] : [dayFirst, endOfDay(year, one, other)];
  }
  const monthYear = /^(\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text);
  if (monthYear) return [endOfMonth(fullYear(monthYear[2] ?? ''), Number(monthYear[1]))];
  const yearMonth = /^(\d{4})[-/.](\d{1,2})$/.exec(text);
  if (yearMonth) return [endOfMonth(Number(yearMonth[1]), Number(yearMonth[2]))];
  const named = /^(?:(\d{1,2})[ .-]+)?([a-z]{3})[a-z]*[ .,-]+(?:(\d{1,2}),? +)?(\d{4})$/i.exec(text);
  if (!named) return [];
  const month = months.indexOf((named[2] ?? '').toLowerCase()) + 1;
  const day = named[1] ?? named[3];
  const year = Number(named[4]);
  return [
    day === undefined ? endOfMonth(year, month) : month > 0 ? endOfDay(year, month, Number(day)) : undefined,
  ];
}

/**
 * Why a line with this expiry date is skipped, in words; undefined if the code is still valid or never expires. An
 * ambiguous date is refused only if one of its interpretations is in the past.
 */
export function expiryFault(text: string, now: Date): string | undefined {
  if (never.has(text.toLowerCase())) return undefined;
  const ends = readings(text).filter((end) => end !== undefined);
  if (ends.length === 0) return 'its expiry date is unreadable: write it like 2027-12-31';
  const past = ends.filter((end) => end <= now.getTime());
  if (past.length === 0) return undefined;
  return past.length === ends.length
    ? 'it has expired'
    : 'its expiry date has two meanings, and one is past: write it like 2027-12-31';
}
