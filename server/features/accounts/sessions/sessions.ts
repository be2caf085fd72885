// SPDX-License-Identifier: Apache-2.0

import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { Groups } from '../../../platform/groups.ts';
import type { Authenticate, FindSignedIn, SessionPlayer } from '../../../platform/http/authentication.ts';
import type { Listener } from '../../../platform/listen.ts';
import { DatabaseUnavailable } from '../../../platform/postgres/unavailable.ts';
import {
  adminUseNotedAfterMs,
  countingPermissions,
  getPermissions,
  sessionLastsMs,
  sessionProlongedAfterMs,
} from '../rules.ts';
import { hashToken, newToken } from '../tokens.ts';
import * as store from './session-store.ts';

/** Whether the change was made; false if the database is unavailable or read-only. */
const isMade = (change: Promise<void>): Promise<boolean> =>
  change.then(
    () => true,
    (error) => {
      if (error instanceof DatabaseUnavailable) return false;
      throw error;
    },
  );

export interface SessionsDeps {
  db: Database;
  clock: Clock;
  listener: Listener;
  /** Administrators' sessions end after this much idle time. */
  adminIdleMs: number;
  /** Whether permissions that require a second factor count only once the session has confirmed it. */
  isFactorDemanded: boolean;
}

export interface Sessions {
  authenticate: Authenticate;
  findSignedIn: FindSignedIn;
  /** Opens a session; returns its token, which is stored nowhere. `device` is the name that the player sees. */
  start(tx: Tx, playerId: string, device?: string): Promise<string>;
  /** Ends one session on all processes immediately. */
  end(sessionId: string): Promise<void>;
  /** Ends all sessions of a player but this one; returns how many. */
  endOthers(player: SessionPlayer): Promise<number>;
  /** For callers that ended a player's sessions in a transaction: spares this process the wait for the notification. */
  forget(playerId: string): void;
}

interface Known {
  player: SessionPlayer;
  expiresAt: Date;
  /** A use from this time on is recorded. */
  noteUseFrom: Date;
}

const sessionsKept = 10_000;
const keptForMs = 30_000;

/**
 * Opaque sessions: 256 random bits, stored hashed, looked up through a short cache.
 *
 * A cached entry is never out of date: triggers notify the channel 'sessions' whenever a session ends or its player's
 * rights change (db/functions/accounts.sql), and while this process cannot listen it caches nothing. `changes` closes
 * the gap between reading a row and caching it: a row read before a change is not cached after it.
 */
export function createSessions({
  db,
  clock,
  listener,
  adminIdleMs,
  isFactorDemanded,
}: SessionsDeps): Sessions {
  /** The cached tokens, by session and by player. */
  const tokens = new Groups<string>();
  const cache = new LRUCache<string, Known>({
    max: sessionsKept,
    ttl: keptForMs,
    dispose({ player }, token) {
      tokens.delete(player.sessionId, token);
      tokens.delete(player.id, token);
    },
  });
  let changes = 0;

  function keep(token: string, known: Known): void {
    cache.set(token, known);
    tokens.add(known.player.sessionId, token);
    tokens.add(known.player.id, token);
  }

  function forget(id: string): void {
    changes++;
    if (id === '*') cache.clear();
    else for (const token of tokens.of(id)) cache.delete(token);
  }
  listener.on('sessions', forget);
  listener.onReconnect(() => forget('*'));

  async function lookUp(tokenHash: Buffer, isUse: boolean): Promise<Known | undefined> {
    const now = clock.now();
    const row = await store.findSession(db, tokenHash, now);
    if (!row) return undefined;
    const { sessionId, role, factorAt, hasFactor } = row;
    const held = getPermissions(role, row.rolePermissions);
    const isAdmin = held.size > 0;
    const usedBefore = new Date(now.getTime() - adminIdleMs);
    if (isAdmin && row.usedAt <= usedBefore && (await store.deleteIdleSession(db, sessionId, usedBefore))) {
      return undefined;
    }
    const notedAfterMs = isAdmin ? adminUseNotedAfterMs : sessionProlongedAfterMs;
    let { usedAt, expiresAt } = row;
    if (isUse && now.getTime() - usedAt.getTime() >= notedAfterMs) {
      const prolonged = { usedAt: now, expiresAt: new Date(now.getTime() + sessionLastsMs) };
      // A call that only reads succeeds even while the database is read-only; a later use is recorded then.
      if (await isMade(store.noteUse(db, sessionId, prolonged))) ({ usedAt, expiresAt } = prolonged);
    }
    const secondFactor = { isEnrolled: hasFactor, confirmedAt: factorAt };
    const permissions = isFactorDemanded ? countingPermissions(held, secondFactor) : held;
    const idleAt = new Date(usedAt.getTime() + adminIdleMs);
    return {
      player: { id: row.playerId, sessionId, role, permissions, held, secondFactor },
      expiresAt: isAdmin && idleAt < expiresAt ? idleAt : expiresAt,
      noteUseFrom: new Date(usedAt.getTime() + notedAfterMs),
    };
  }

  async function lookUpAndKeep(token: string, isUse: boolean): Promise<SessionPlayer | undefined> {
    const changesBefore = changes;
    const known = await lookUp(hashToken(token), isUse);
    if (known && listener.connected && changes === changesBefore) keep(token, known);
    return known?.player;
  }

  return {
    authenticate(token, isUse = false, isCachedOnly = false) {
      const kept = listener.connected ? cache.get(token) : undefined;
      const now = clock.now();
      const isCurrent = kept && kept.expiresAt > now && !(isUse && kept.noteUseFrom <= now);
      if (isCurrent) return kept.player;
      return isCachedOnly ? undefined : lookUpAndKeep(token, isUse);
    },
    async findSignedIn(asked) {
      const now = clock.now();
      const idleSince = new Date(now.getTime() - adminIdleMs);
      const byHash = new Map(asked.map((token) => [hashToken(token).toString('hex'), token]));
      const rows = await store.findSessions(
        db,
        [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex')),
        now,
      );
      const counting = rows.filter(
        ({ role, rolePermissions, usedAt }) =>
          usedAt > idleSince || getPermissions(role, rolePermissions).size === 0,
      );
      return new Set(counting.map(({ tokenHash }) => byHash.get(tokenHash.toString('hex')) as string));
    },
    async start(tx, playerId, device = '') {
      const token = newToken();
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + sessionLastsMs);
      await store.insertSession(tx, { tokenHash: hashToken(token), playerId, device, createdAt, expiresAt });
      return token;
    },
    async end(sessionId) {
      await store.deleteSession(db, sessionId);
      forget(sessionId);
    },
    async endOthers({ id, sessionId }) {
      const ended = await store.deleteSessions(db, id, sessionId);
      forget(id);
      return ended;
    },
    forget,
  };
}
