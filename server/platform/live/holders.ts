// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import type { Listener } from '../listen.ts';
import type { Logger } from '../log.ts';

/**
 * Records which players have streams on this process. `tell_committed` of db/functions/platform-live.sql reads that, so
 * a process is only notified about its own players (docs/decisions/0006).
 */
export interface Holders {
  /** Resolves once this process is notified about the player; earlier events are in the log. */
  hold(playerId: string): Promise<void>;
  release(playerId: string): void;
  /** Stops checking for missed events. */
  close(): void;
}

interface HoldersDeps {
  db: Database;
  listener: Listener;
  log: Logger;
  /** Players with streams here, each with the last event that all their streams have. */
  held(): { playerId: string; lastEventId: number }[];
  /** Called when the player may have new events. */
  wake(playerId: string): void;
  lookEachMs?: number;
}

/** How often to check for events whose sender was killed before notifying, and to forget dead processes. */
const usuallyLookEachMs = 20_000;
const askedAtOnce = 500;
const forgottenAfter = '2 minutes';

export function createHolders({
  db,
  listener,
  log,
  held,
  wake,
  lookEachMs = usuallyLookEachMs,
}: HoldersDeps): Holders {
  const process = randomBytes(9).toString('base64url');
  /** Players whose entry must still be written: true to add it, false to remove it. */
  const wanted = new Map<string, boolean>();
  let writing = Promise.resolve();
  let next: Promise<void> | undefined;
  /** False if the database did not know the process, or a write failed: the next check then writes everything. */
  let isSound = false;

  /**
   * Reports that this process is alive, and in the same statement its players: so a forgotten process never has any.
   *
   * @param players additional players that it has
   * @returns whether the process was known: others forget it after a long absence, and so does a database that crashed
   */
  async function sendHeartbeat(players: string[] = []): Promise<boolean> {
    const { isKnown } = await db.one<{ isKnown: boolean }>(sql`
      with alive as (
        insert into live_processes (id) values (${process})
        on conflict (id) do update set seen_at = now() returning id, xmax <> 0 as is_known
      ), come as (
        insert into live_holders (player_id, process)
        select player_id, alive.id from unnest(${players}::uuid[]) player_id, alive on conflict do nothing
      )
      select is_known from alive`);
    return isKnown;
  }

  async function write(): Promise<void> {
    const now = [...wanted];
    wanted.clear();
    const players = (isHeld: boolean) => now.filter(([, each]) => each === isHeld).map(([id]) => id);
    const [gone, come] = [players(false), players(true)];
    try {
      if (gone.length > 0) {
        await db.run(sql`
          delete from live_holders where process = ${process} and player_id = any (${gone}::uuid[])`);
      }
      if (come.length > 0 && !(await sendHeartbeat(come))) isSound = false;
    } catch (error) {
      isSound = false;
      for (const id of gone) if (!wanted.has(id)) wanted.set(id, false);
      log.warn({ err: error }, 'could not record open streams');
    }
  }

  /** One statement at a time: requests in the meantime (a thousand clients reconnecting) share the next one. */
  function note(playerId: string, isHeld: boolean): Promise<void> {
    wanted.set(playerId, isHeld);
    next ??= writing.then(() => {
      next = undefined;
      writing = write();
      return writing;
    });
    return next;
  }

  async function holdAll(): Promise<void> {
    isSound = true;
    await Promise.all(held().map(({ playerId }) => note(playerId, true)));
    await wakeMissed();
  }

  /** One statement for many players: with one each, thousands of them would fill the pool. */
  async function wakeMissed(): Promise<void> {
    const players = held();
    for (let from = 0; from < players.length; from += askedAtOnce) {
      const some = players.slice(from, from + askedAtOnce);
      const missed = await db.rows<{ playerId: string }>(sql`
        select h.player_id from unnest(${some.map(({ playerId }) => playerId)}::uuid[],
          ${some.map(({ lastEventId }) => lastEventId)}::bigint[]) as h (player_id, last)
        where exists (select from live_events e where e.player_id = h.player_id and e.id > h.last)`);
      for (const { playerId } of missed) wake(playerId);
    }
  }

  async function look(): Promise<void> {
    const players = held();
    if (players.length === 0) isSound = false;
    else if (!(await sendHeartbeat()) || !isSound) await holdAll();
    else {
      await db.run(sql`
        with gone as (
          delete from live_processes where seen_at < now() - ${forgottenAfter}::interval returning id
        )
        delete from live_holders where process in (select id from gone)`);
      await wakeMissed();
    }
  }

  /** The next check repeats failed writes. */
  async function holdAllAgain(): Promise<void> {
    isSound = false;
    try {
      await holdAll();
    } catch (error) {
      isSound = false;
      log.warn({ err: error }, 'could not check for live events');
    }
  }

  listener.on(`live_${process}`, (players) => players.split(' ').forEach(wake));
  // Sent by processes of the previous release, and by operators who call the functions by hand.
  listener.on('live', wake);
  listener.onReconnect(() => void holdAllAgain());
  const looking = setInterval(() => {
    void look().catch((error) => log.warn({ err: error }, 'could not check for live events'));
  }, lookEachMs);
  looking.unref();

  return {
    hold: (playerId) => note(playerId, true),
    release: (playerId) => void note(playerId, false),
    close: () => clearInterval(looking),
  };
}
