// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { lineOfText } from '../../../../contract/endpoint.ts';
import type { GameStats, StatsAnswer } from '../answer.ts';

/** Lifetime Solo counters, all inputs merged, of a player who has never played Solo. */
export const zeroStats: GameStats = {
  matches: 0,
  wins: 0,
  top10: 0,
  top25: 0,
  kills: 0,
  minutesPlayed: 0,
  lastModified: null,
};

/** PostgreSQL accepts no year before 1, and from 10000 on the text of a Date has another form. */
const isStorable = (time: Date) => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;

const count = z.int().nonnegative();
// A counter that is missing must not read as zero: it would look like a success when it comes back.
const solo = z.object({
  matches: count,
  wins: count,
  top10: count,
  top25: count,
  kills: count,
  minutesPlayed: count,
  lastModified: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine(isStorable)
    .transform((time) => time.toISOString()),
});

const turnsOfDirection = /[\u202A-\u202E\u2066-\u2069]/g;

const good = z.object({
  data: z.object({
    account: z.object({
      id: z.string().regex(/^[\w-]{1,64}$/),
      // Some games allow characters in names that change the writing direction. They do not identify anyone, so they go.
      name: z
        .string()
        .transform((name) => name.replace(turnsOfDirection, ''))
        .pipe(z.string().min(1).max(64).regex(lineOfText)),
    }),
    // Null or absent modes and inputs mean "never played this".
    stats: z.object({ all: z.object({ solo: solo.nullish() }).nullish() }),
  }),
});

const bad = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ data: z.object({ error: z.string() }) }).transform(({ data }) => data.error),
]);

/** The source's error text, as a short detail that the database can store. */
function quoted(error: string): string {
  return error
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 120)
    .toWellFormed();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Headers that say when the source accepts requests again. */
export interface WaitHeaders {
  /** `X-Ratelimit-Reset`: ISO-8601 in the recorded answers; the usual seconds since 1970 are accepted too. */
  reset: string | null;
  /** `Retry-After`: seconds from now, or an HTTP date (RFC 9110, section 10.2.3). */
  retryAfter: string | null;
}

const maxRetryAfterMs = 24 * 60 * 60_000;

/** The later of the given times; null if none can be parsed. */
function readWait({ reset, retryAfter }: WaitHeaders): Date | null {
  const isSeconds = /^\d+$/.test(retryAfter ?? '');
  const waitMs = isSeconds ? Math.min(Number(retryAfter) * 1000, maxRetryAfterMs) : Number.NaN;
  const named = [
    /^\d{9,11}$/.test(reset ?? '') ? Number(reset) * 1000 : Date.parse(reset ?? ''),
    isSeconds
      ? Date.now() + waitMs
      : /[a-z]/i.test(retryAfter ?? '')
        ? Date.parse(retryAfter ?? '')
        : Number.NaN,
  ].filter(Number.isFinite);
  // A time long past is as good as 1970: a database may not accept times before our era.
  return named.length > 0 ? new Date(Math.max(0, ...named)) : null;
}

/** What the words of an error mean: two different facts share status 404, and a proxy's 403 says nothing about a player. */
const meanings = [
  { status: 403, words: /not public/i, answer: { kind: 'private' } },
  { status: 404, words: /play any match/i, answer: { kind: 'never-played', stats: zeroStats } },
  { status: 404, words: /account does not exist/i, answer: { kind: 'unknown' } },
] as const;

/**
 * Interprets one answer of the source. Anything that is not exactly as documented is a fault, never a count. A wait is
 * only read from a 429, and from `Retry-After` of a 503.
 */
export function interpretAnswer(status: number, text: string, wait: WaitHeaders): StatsAnswer {
  if (status === 429) return { kind: 'rate-limited', until: readWait(wait) };
  const json = parseJson(text);
  if (status === 200) {
    if (json === undefined) return { kind: 'fault', detail: 'HTTP 200 without JSON' };
    const parsed = good.safeParse(json);
    if (!parsed.success) {
      const where = parsed.error.issues[0]?.path.join('.') ?? '';
      return { kind: 'fault', detail: `HTTP 200 of another shape at "${where}"` };
    }
    const { account, stats } = parsed.data.data;
    return { kind: 'stats', account, stats: stats.all?.solo ?? zeroStats };
  }
  const error = bad.safeParse(json).data;
  const meaning = meanings.find((known) => known.status === status && known.words.test(error ?? ''));
  if (meaning) return meaning.answer;
  const until = status === 503 ? readWait({ ...wait, reset: null }) : null;
  const detail = `HTTP ${status}${error ? `: ${quoted(error)}` : ''}`;
  return { kind: 'fault', detail, ...(until && { until }), ...(status === 401 && { isKeyRefused: true }) };
}
