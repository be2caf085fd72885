import type { Database } from '../../platform/db/database.ts';
import { type JsonText, jsonText } from '../../platform/http/route.ts';
import type { Listener } from '../../platform/listen.ts';
import { listChallenges } from './challenge-store.ts';

/**
 * The whole answer of `GET /challenge/get-all` as text, kept until somebody changes a challenge (NOTIFY
 * `challenges`). While notifications may be missed every call reads the database.
 */
export function createCachedList({
  db,
  listener,
}: {
  db: Database;
  listener: Listener;
}): () => Promise<JsonText> {
  let cached: Promise<JsonText> | undefined;
  const forget = () => {
    cached = undefined;
  };
  listener.on('challenges', forget);
  listener.onReconnect(forget);

  async function read(): Promise<JsonText> {
    return jsonText(JSON.stringify({ message: 'OK', data: await listChallenges(db) }));
  }

  return () => {
    if (!listener.connected) {
      forget();
      return read();
    }
    if (!cached) {
      // Kept as a promise from before the query is sent: a change during it forgets this very promise.
      const fresh = read();
      fresh.catch(() => {
        if (cached === fresh) cached = undefined;
      });
      cached = fresh;
    }
    return cached;
  };
}
