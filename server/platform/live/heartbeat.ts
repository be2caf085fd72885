// SPDX-License-Identifier: Apache-2.0

import type { ServerResponse } from 'node:http';

/**
 * Says something on a stream now and then, so that neither a proxy nor the browser takes it for dead. What was said
 * before and is still unsent at the next time, without a byte having left, means that nobody reads: such a stream is
 * closed. The server's own time-out never sees it, since each heartbeat counts as activity.
 * @returns what ends it
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
