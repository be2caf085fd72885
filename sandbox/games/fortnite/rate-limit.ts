// SPDX-License-Identifier: Apache-2.0

const second = 1_000;
const minute = 60_000;
const maxKeys = 100;

/**
 * The service's limit per key: so many requests in any second, and sixty times that in any minute.
 * @returns a function that counts a request, or answers when the caller may try again.
 */
export function rateLimit(perSecond: number): (key: string, now: number) => Date | undefined {
  const seen = new Map<string, number[]>();
  return (key, now) => {
    if (perSecond === 0) return undefined;
    const times = (seen.get(key) ?? []).filter((time) => time > now - minute);
    const resetAt =
      blockedUntil(times, perSecond, second, now) ?? blockedUntil(times, perSecond * 60, minute, now);
    if (resetAt === undefined) times.push(now);
    seen.delete(key);
    seen.set(key, times);
    const [oldest] = seen.keys();
    if (seen.size > maxKeys && oldest !== undefined) seen.delete(oldest);
    return resetAt === undefined ? undefined : new Date(resetAt);
  };
}

function blockedUntil(times: number[], most: number, windowMs: number, now: number): number | undefined {
  const first = times.at(-most);
  return first !== undefined && first > now - windowMs ? first + windowMs : undefined;
}
