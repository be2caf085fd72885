import pg from 'pg';
import type { Logger } from './log.ts';

export interface Listener {
  /** Calls `handler` with the payload of every notification on `channel`, until the returned function is called. */
  on(channel: string, handler: (payload: string) => void): () => void;
  /** Called after a lost connection stands again: whatever was notified meanwhile is gone. */
  onReconnect(handler: () => void): void;
  /** False while notifications may be missed: then nothing that depends on them may be cached. */
  readonly connected: boolean;
  close(): Promise<void>;
}

const reconnectAfterMs = 500;

/** Holds one LISTEN connection for the whole process and builds it up again when it breaks. */
export async function createListener(connectionString: string, log: Logger): Promise<Listener> {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const reconnectHandlers: (() => void)[] = [];
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 10_000 });
    const lost = () => {
      if (client !== fresh) return;
      client = undefined;
      if (!closed) scheduleReconnect();
    };
    fresh.on('error', (error) => {
      log.warn({ err: error }, 'listening connection failed');
      lost();
    });
    fresh.on('end', lost);
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload);
    });
    await fresh.connect();
    for (const channel of handlers.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = fresh;
  }

  // One after the other: a connection takes no second query while it is at one.
  let listening: Promise<unknown> = Promise.resolve();
  function listenTo(channel: string): void {
    const ask = () => client?.query(`listen ${pg.escapeIdentifier(channel)}`);
    listening = listening.then(ask).catch(() => {});
  }

  function scheduleReconnect(): void {
    retry = setTimeout(async () => {
      try {
        await connect();
        for (const handler of reconnectHandlers) handler();
      } catch (error) {
        log.warn({ err: error }, 'listening connection cannot be restored yet');
        if (!closed) scheduleReconnect();
      }
    }, reconnectAfterMs);
  }

  await connect();
  return {
    on(channel, handler) {
      const known = handlers.get(channel) ?? new Set();
      handlers.set(channel, known.add(handler));
      if (known.size === 1) listenTo(channel);
      return () => known.delete(handler);
    },
    onReconnect: (handler) => void reconnectHandlers.push(handler),
    get connected() {
      return client !== undefined;
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
