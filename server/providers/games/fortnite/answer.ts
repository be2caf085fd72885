// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { lineOfText } from '../../../../contract/endpoint.ts';
import type { GameStats, StatsAnswer } from '../answer.ts';
import { parseJson, quoted, readWait, type WaitHeaders } from '../http-answer.ts';

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

/** PostgreSQL accepts no year before 1, and from 10000 on the text of a Date has a different format. */
const isStorable = (time: Date) => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;

const count = z.int().nonnegative();
// A missing counter must not read as zero, because it would look like a success when it returns.
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
      // Some games allow characters in names that change the writing direction. They identify no one, so they are
      // removed.
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

/**
 * The meanings of the errors' texts: two different facts share status 404, and a proxy's 403 says nothing about a
 * player.
 */
const meanings = [
  { status: 403, words: /not public/i, answer: { kind: 'private' } },
  { status: 404, words: /play any match/i, answer: { kind: 'never-played', stats: zeroStats } },
  { status: 404, words: /account does not exist/i, answer: { kind: 'unknown' } },
] as const;

/**
 * Interprets one answer of the source. Any undocumented answer is a fault, never a count. Reads a waiting time only
 * from a 429, and from `Retry-After` of a 503.
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
