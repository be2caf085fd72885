// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface FakeDatabase {
  host: string;
  /** The answer to every query. */
  says: string | null;
  /** The delay of each answer. */
  afterMs: number;
  /** The SQLSTATE for refused connections. */
  refuses: string | undefined;
  close(): Promise<void>;
}

function message(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = 25;
const ready = message('Z', 'I');
const welcome = Buffer.concat([message('R', int32(0)), ready]);

function refusal(code: string): Buffer {
  return message('E', `SFATAL\0VFATAL\0C${code}\0Mrefused\0\0`);
}

function answer(says: string | null): Buffer {
  const column = [int32(0), int16(0), int32(text), int16(-1), int32(-1), int16(0)];
  const value = says === null ? [int32(-1)] : [int32(says.length), says];
  return Buffer.concat([
    message('T', int16(1), 'timeline\0', ...column),
    message('D', int16(1), ...value),
    message('C', 'SELECT 1\0'),
    ready,
  ]);
}

/** A server that speaks just enough of PostgreSQL's protocol to answer one word. */
export async function startFakeDatabase(says: string | null): Promise<FakeDatabase> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isWelcome = false;
    const send = (bytes: Buffer) => setTimeout(() => socket.write(bytes), fake.afterMs);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (isWelcome && data.toString('latin1', 0, 1) === 'Q') return send(answer(fake.says));
      if (isWelcome) return;
      isWelcome = true;
      return send(fake.refuses ? refusal(fake.refuses) : welcome);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: FakeDatabase = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    says,
    afterMs: 0,
    refuses: undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}
