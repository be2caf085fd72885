// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';

export interface TransactionPooler {
  /** The address of the database, routed through the pooler. */
  url: string;
  close(): Promise<void>;
}

interface PoolerOptions {
  /** Connections to the server. */
  size: number;
  /** Which free connection comes next: the last used, as in PgBouncer, or each in turn. */
  order: 'last' | 'turn';
  /** Whether a client keeps its connection until it disconnects, as in session mode. */
  isSession?: boolean;
}

/** Splits a stream into whole PostgreSQL messages (a letter, a length, a body). */
function messages(onMessage: (type: string, message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      onMessage(String.fromCharCode(message[0] as number), message);
    }
  };
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const readyWhenIdle = message('Z', Buffer.from('I'));
/** Authentication without a password, the server's version, ready. */
const greeting = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('server_version\x0018.0\x00')),
  message('S', Buffer.from('client_encoding\x00UTF8\x00')),
  message('K', Buffer.alloc(8)),
  readyWhenIdle,
]);

interface Server {
  stream: Duplex;
  client: Socket | undefined;
}

async function connectServer(url: string, onFree: (server: Server) => void): Promise<Server> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { stream } = client.connection;
  const server: Server = { stream, client: undefined };
  // From here on the driver gets nothing, because messages belong to the client that has the connection.
  stream.removeAllListeners('data');
  stream.on(
    'data',
    messages((type, whole) => {
      server.client?.write(whole);
      if (type === 'Z' && whole.at(-1) === 'I'.charCodeAt(0)) onFree(server);
    }),
  );
  return server;
}

/**
 * A small imitation of PgBouncer and similar poolers in transaction mode: a client has a server connection from its
 * first message to the end of the transaction. Without passwords. For tests that the app refuses to start behind one.
 */
export async function startTransactionPooler(
  url: string,
  { size, order, isSession = false }: PoolerOptions,
): Promise<TransactionPooler> {
  const free: Server[] = [];
  const waiting: (() => void)[] = [];
  const release = (server: Server) => {
    if (isSession && server.client && !server.client.destroyed) return;
    server.client = undefined;
    free.push(server);
    waiting.shift()?.();
  };
  const servers = await Promise.all(Array.from({ length: size }, () => connectServer(url, release)));
  free.push(...servers);

  const listening = createServer((client) => {
    client.on('error', () => {});
    let server: Server | undefined;
    let unsent: Buffer[] = [];
    const serve = () => {
      if (client.destroyed || unsent.length === 0) return;
      server = servers.find((known) => known.client === client);
      server ??= order === 'last' ? free.pop() : free.shift();
      if (!server) return void waiting.push(serve);
      server.client = client;
      for (const whole of unsent) server.stream.write(whole);
      unsent = [];
    };
    const onMessage = messages((type, whole) => {
      if (type === 'X') return void client.end();
      unsent.push(whole);
      serve();
    });
    client.once('data', () => {
      client.write(greeting);
      client.on('data', onMessage);
    });
    client.on('close', () => {
      const kept = servers.find((known) => known.client === client);
      if (kept && isSession) release(kept);
    });
  });
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const pooled = new URL(url);
  pooled.port = String((listening.address() as AddressInfo).port);
  pooled.hostname = '127.0.0.1';
  return {
    url: pooled.href,
    async close() {
      listening.close();
      for (const { stream, client } of servers) {
        stream.destroy();
        client?.destroy();
      }
    },
  };
}
