// SPDX-License-Identifier: Apache-2.0

import type { ServerResponse } from 'node:http';

/**
 * Writes to a stream periodically, so that neither a proxy nor the browser considers it dead. If not a single byte of
 * the last heartbeat has left by the next one, the client has stopped reading, and the stream is closed. The server's
 * own timeout never notices, since each heartbeat counts as activity.
 * @returns a function that stops it
 */
export function keepHeartbeat(raw: ServerResponse, everyMs: number): () => void {
  let sentBefore = -1;
  const heartbeat = setInterval(() => {
    const { socket } = raw;
    if (!socket) return;
    const sent = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength > 0 && sent === sentBefore) {
      raw.destroy();
      return;
    }
    sentBefore = sent;
    raw.write(': still here\n\n');
  }, everyMs);
  return () => clearInterval(heartbeat);
}
