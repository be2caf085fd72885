// SPDX-License-Identifier: Apache-2.0

const minuteMs = 60_000;
const maxKeys = 100;

interface Turn {
  isAllowed: boolean;
  headers: Record<string, string>;
}

/** The API's limit per key: so many requests in each minute, with the headers that tell of it. */
export function rateLimit(perMinute: number): (key: string, now: number) => Turn {
  const windows = new Map<string, { began: number; used: number }>();
  return (key, now) => {
    const known = windows.get(key);
    const window = known && known.began > now - minuteMs ? known : { began: now, used: 0 };
    const isAllowed = window.used < perMinute;
    if (isAllowed) window.used++;
    windows.delete(key);
    windows.set(key, window);
    const [oldest] = windows.keys();
    if (windows.size > maxKeys && oldest !== undefined) windows.delete(oldest);
    return {
      isAllowed,
      headers: {
        'x-ratelimit-limit': String(perMinute),
        'x-ratelimit-remaining': String(perMinute - window.used),
        'x-ratelimit-reset': String(Math.ceil((window.began + minuteMs) / 1000)),
      },
    };
  };
}
