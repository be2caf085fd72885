import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Authenticate, SessionPlayer } from '../../../platform/http/authentication.ts';
import type { Listener } from '../../../platform/listen.ts';
import { getPermissions, sessionLastsMs, sessionProlongedAfterMs } from '../rules.ts';
import { hashToken, newToken } from '../tokens.ts';
import * as store from './session-store.ts';

export interface SessionsDeps {
  db: Database;
  clock: Clock;
  listener: Listener;
}

export interface Sessions {
  authenticate: Authenticate;
  /** Opens a session; answers its token, which is kept nowhere. `device` is what the player knows it by. */
  start(tx: Tx, playerId: string, device?: string): Promise<string>;
  /** Ends one session, on every process at once. */
  end(sessionId: string): Promise<void>;
  /** Ends all sessions of a player but one; answers how many. */
  endOthers(player: SessionPlayer): Promise<number>;
  /** For the one who ended a player's sessions in a transaction: this process need not wait to hear of it. */
  forget(playerId: string): void;
}

interface Known {
  player: SessionPlayer;
  expiresAt: Date;
}

const sessionsKept = 10_000;
const keptForMs = 30_000;

/**
 * Opaque sessions: 256 random bits, stored hashed, looked up through a short cache.
 *
 * The cache never outlives what it says: triggers tell the channel 'sessions' whenever a session ends or its player's
 * rights change (db/functions/accounts.sql), and while nobody listens nothing is cached. `changes` closes the
 * gap between reading a row and keeping it: anything that was read before a change is not kept after it.
 */
export function createSessions({ db, clock, listener }: SessionsDeps): Sessions {
  const cache = new LRUCache<string, Known>({ max: sessionsKept, ttl: keptForMs });
  let changes = 0;

  function forget(id: string): void {
    changes++;
    if (id === '*') cache.clear();
    for (const [key, { player }] of cache.entries()) {
      if (player.sessionId === id || player.id === id) cache.delete(key);
    }
  }
  listener.on('sessions', forget);
  listener.onReconnect(() => forget('*'));

  async function lookUp(tokenHash: Buffer): Promise<Known | undefined> {
    const now = clock.now();
    const row = await store.findSession(db, tokenHash, now);
    if (!row) return undefined;
    const full = new Date(now.getTime() + sessionLastsMs);
    if (full.getTime() - row.expiresAt.getTime() > sessionProlongedAfterMs) {
      await store.prolongSession(db, row.sessionId, full);
      row.expiresAt = full;
    }
    const permissions = getPermissions(row.role, row.rolePermissions);
    const player = { id: row.playerId, sessionId: row.sessionId, role: row.role, permissions };
    return { player, expiresAt: row.expiresAt };
  }

  async function lookUpAndKeep(token: string): Promise<SessionPlayer | undefined> {
    const changesBefore = changes;
    const known = await lookUp(hashToken(token));
    if (known && listener.connected && changes === changesBefore) cache.set(token, known);
    return known?.player;
  }

  return {
    authenticate(token) {
      const kept = listener.connected ? cache.get(token) : undefined;
      return kept && kept.expiresAt.getTime() > clock.now().getTime() ? kept.player : lookUpAndKeep(token);
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
