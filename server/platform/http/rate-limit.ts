// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import sql from 'sql-template-tag';
import { waitOutside } from '../call-context.ts';
import type { Database } from '../db/database.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { takeTurn } from './turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Costs no permit. */
    isUnlimited?: boolean;
    /** Serves files that are the same for everyone; files have a separate limit. */
    isFile?: boolean;
  }
}

/**
 * The unit of a limit per address: an IPv4 address, or the /64 of an IPv6 address, since a client with one address of
 * it has them all.
 */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  // Node's form of an IPv4 address when it listens for both kinds.
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [left = '', right] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = left.split(':').filter(Boolean);
  const others = right?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - groups.length - others.length)).fill('0');
  const all = [...groups, ...(right === undefined ? [] : zeros), ...others];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** A limit counted exactly: every call costs one short statement. For sign-in, entries, tokens. */
export interface ExactLimit {
  name: string;
  max: number;
  windowSeconds: number;
  by: 'address' | 'player';
}

/** A call counted provisionally, before it is known whether it counts; call one of the two functions once it is. */
export interface CountedCall {
  keep(): Promise<void>;
  giveBack(): Promise<void>;
}

export interface RateLimiter {
  /** Counts one call; refuses `too_many_requests` above the limit. */
  take(limit: ExactLimit, who: string): Promise<Refusal | undefined>;
  /**
   * Counts a call before it is known whether it finally counts, so that concurrent calls cannot exceed the limit
   * either. If only pending calls exhaust the limit, waits for them, a few seconds at most. A call refused with
   * `too_many_requests` is not counted.
   */
  takeForNow(limit: ExactLimit, who: string): Promise<CountedCall | Refusal>;
}

interface Window {
  /** The highest number that this process may hand out before it must lease more. */
  leasedUpTo: number;
  handedOut: number;
  endsAt: number;
}

/** Adds `permits` to the count of `key`; returns the new count and the window's remaining time. */
function count(db: Database, key: string, permits: number, windowSeconds: number) {
  return db.one<{ count: number; remainingMs: number }>(sql`
    insert into rate_limit_windows as w (key, count, ends_at)
    values (${key}, ${permits}, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when w.ends_at <= now() then excluded.count else least(w.count + excluded.count, 1000000000) end,
      ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
    returning count, (extract(epoch from ends_at - now()) * 1000)::float8 as remaining_ms`);
}

function tooMany(remainingMs: number): Refusal {
  return refuse('too_many_requests', { seconds: Math.max(1, Math.ceil(remainingMs / 1000)) });
}

/** How long a call waits for other pending calls, which may turn out not to count. */
const maxWaitForOthersMs = 4_000;
const askAgainMs = 100;
/** How long calls of a dead process count as pending: longer than any call takes. */
const underWaySeconds = 10;

export function createRateLimiter(db: Database): RateLimiter {
  return {
    async take({ name, max, windowSeconds }, who) {
      const taken = await count(db, `${name}:${who}`, 1, windowSeconds);
      return taken.count > max ? tooMany(taken.remainingMs) : undefined;
    },
    async takeForNow(limit, who) {
      const giveUpAt = performance.now() + maxWaitForOthersMs;
      for (;;) {
        const taken = await tryToTake(limit, who);
        if (taken) return taken;
        if (performance.now() > giveUpAt) return tooMany(0);
        await waitOutside(() => delay(askAgainMs * (0.5 + Math.random())));
      }
    },
  };

  /**
   * Counts itself as pending first, then reads the final counts; a call is counted finally before it stops being
   * pending. So the sum of the two is never too low. Undefined if pending calls leave no room.
   */
  async function tryToTake(
    { name, max, windowSeconds }: ExactLimit,
    who: string,
  ): Promise<CountedCall | Refusal | undefined> {
    const key = `${name}:under-way:${who}`;
    const { count: underWay, endsAt } = await db.one<{ count: number; endsAt: string }>(sql`
      insert into rate_limit_windows as w (key, count, ends_at)
      values (${key}, 1, now() + make_interval(secs => ${underWaySeconds}))
      on conflict (key) do update set
        count = case when w.ends_at <= now() then 1 else w.count + 1 end,
        ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
      returning count, ends_at::text as ends_at`);
    // Only in the same window: the next one has not counted this call.
    const giveBack = async () =>
      void (await db.run(sql`
        update rate_limit_windows set count = count - 1
        where key = ${key} and ends_at = ${endsAt}::timestamptz and count > 0`));
    const kept = await db.row<{ count: number; remainingMs: number }>(sql`
      select count, (extract(epoch from ends_at - now()) * 1000)::float8 as remaining_ms from rate_limit_windows
      where key = ${`${name}:${who}`} and ends_at > now()`);
    if (underWay + (kept?.count ?? 0) <= max) {
      const keep = async () => {
        await count(db, `${name}:${who}`, 1, windowSeconds);
        await giveBack();
      };
      return { keep, giveBack };
    }
    await giveBack();
    return kept && kept.count >= max ? tooMany(kept.remainingMs) : undefined;
  }
}

const uncountedWindowMs = 1_000;

/**
 * Files per call that an address may fetch: an uncached page needs several dozen files, and many players may share an
 * address.
 */
const filesPerCall = 20;

/** Counts files, which are cheap, only in this process, so that none of them waits for the database. */
function limitFiles(perMinute: number): (address: string) => void {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: 50_000 });
  return (address) => {
    const now = Date.now();
    const known = windows.get(address);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + 60_000 };
    if (window !== known) windows.set(address, window);
    if (++window.count > perMinute) throw tooMany(window.endsAt - now);
  };
}

/** Makes every route that is registered later in this plugin count as files. */
export function countAsFiles(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isFile: true };
  });
}

/**
 * The general limit per address; calls within it then take turns (turns.ts). A process leases permits from the shared
 * window in lots of a hundredth, so that most calls need no round trip. Unused leased permits make the limit a little
 * stricter, never looser. With larger lots, many processes that each lease one for a few calls of the same address
 * would use up the window.
 * @returns a function that takes a leased permit without a Fastify request
 */
export function limitEverything(
  app: FastifyInstance,
  db: Database,
  { perMinute }: { perMinute: number },
): { takePermit(address: string): boolean } {
  const windows = new LRUCache<string, Window>({ max: 50_000 });
  const leases = new Map<string, Promise<Window>>();
  const lot = Math.max(1, Math.floor(perMinute / 100));
  const takeFile = limitFiles(perMinute * filesPerCall);

  /** One lease at a time per address, however many calls wait for it. */
  function lease(address: string): Promise<Window> {
    const pending = leases.get(address);
    if (pending) return pending;
    const fresh = count(db, `all:${address}`, lot, 60)
      .then(({ count: leasedUpTo, remainingMs }) => {
        const window = { handedOut: leasedUpTo - lot, leasedUpTo, endsAt: Date.now() + remainingMs };
        windows.set(address, window);
        return window;
      })
      .catch(() => {
        // The database is unavailable: serving without counting is better than failing pages and calls that need no
        // database.
        const window = { handedOut: 0, leasedUpTo: lot, endsAt: Date.now() + uncountedWindowMs };
        windows.set(address, window);
        return window;
      })
      .finally(() => leases.delete(address));
    leases.set(address, fresh);
    return fresh;
  }

  /** Takes one of the leased permits; false if more must be leased. Throws at the limit. */
  function take(window: Window | undefined): boolean {
    const now = Date.now();
    if (!window || window.endsAt <= now) return false;
    if (window.handedOut >= perMinute) throw tooMany(window.endsAt - now);
    if (window.handedOut >= window.leasedUpTo) return false;
    window.handedOut++;
    return true;
  }

  async function leaseUntilTaken(address: string): Promise<void> {
    while (!take(await lease(address)));
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions;
    if (config.isUnlimited) return done();
    const address = toNetwork(request.ip);
    let isTaken: boolean;
    try {
      if (config.isFile) {
        takeFile(address);
        return done();
      }
      // Usually a permit is left. A caller without one is refused immediately, however busy the server is.
      isTaken = take(windows.get(address));
    } catch (refusal) {
      return done(refusal as Error);
    }
    const resume = (refusal?: Refusal) => {
      if (refusal || isTaken) done(refusal as unknown as Error | undefined);
      else leaseUntilTaken(address).then(() => done(), done);
    };
    // Pages that only the browser's router knows come from memory, and so do refusals of unknown addresses.
    if (config.skipsAdmission || (request.is404 && isTaken)) resume();
    else takeTurn(request, reply, resume);
  });
  return {
    takePermit(address) {
      const window = windows.get(toNetwork(address));
      return window !== undefined && window.handedOut < perMinute && take(window);
    },
  };
}
