// SPDX-License-Identifier: Apache-2.0

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { type BackupPlaces, pieceName } from './catalog.ts';
import type { LogEnd } from './find-log.ts';
import { formatLsn, parseLsn } from './lsn.ts';
import { openReplication, type Replication } from './replication.ts';
import { seal } from './sealed.ts';
import { slotName } from './slot.ts';

/**
 * Stores the write-ahead log as it is written: the server streams it, and deletes no part of it before we confirm that
 * it is stored. So a lost database can be restored to within two seconds of its end.
 */

/** New log is stored after this time, or once it reaches this size. */
const keptAfterMs = 2_000;
const pieceBytes = 8 * 1024 * 1024;
/** Well below wal_sender_timeout (60 s), after which the server closes the connection. */
const standbyStatusIntervalMs = 10_000;
const refusedWithinMs = 500;

const logData = 'w'.charCodeAt(0);
const keepalive = 'k'.charCodeAt(0);
const headerBytes = 25;
/** PostgreSQL's epoch (2000-01-01) as Unix time, in ms. */
const epochMs = 946_684_800_000;

export interface LogArchive {
  /** Rejects if the stream ends; resolves after `stop`. */
  ended: Promise<void>;
  /** Where the stream was resumed. */
  start: LogEnd;
  /** Stores the received log, and disconnects. */
  stop(): Promise<void>;
}

/**
 * Where to resume, and on which timeline. Creates the slot if it is missing, or if the server dropped it for lack of
 * space.
 */
async function findStart(replication: Replication): Promise<LogEnd> {
  const [system] = await replication.ask('IDENTIFY_SYSTEM');
  const timeline = Number(system?.[1]);
  const [slot] = await replication.ask(`READ_REPLICATION_SLOT ${slotName}`);
  if (slot?.[0] && slot[1]) return { from: parseLsn(slot[1]), timeline };
  if (slot?.[0]) await replication.ask(`DROP_REPLICATION_SLOT ${slotName}`);
  await replication.ask(`CREATE_REPLICATION_SLOT ${slotName} PHYSICAL RESERVE_WAL`);
  const [made] = await replication.ask(`READ_REPLICATION_SLOT ${slotName}`);
  return { from: parseLsn(made?.[1] ?? ''), timeline };
}

function toStatus(kept: bigint): Buffer {
  const message = Buffer.alloc(34);
  message.write('r');
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(kept, at);
  message.writeBigInt64BE(BigInt(Date.now() - epochMs) * 1000n, 25);
  return message;
}

/** @throws if the server cannot be reached, or another process already archives its log */
export async function archiveLog(
  url: string,
  { objects, keys }: BackupPlaces,
  log: Logger,
): Promise<LogArchive> {
  const replication = await openReplication(url);
  let isStopping = false;
  const { from, timeline } = await findStart(replication).catch((error) => {
    replication.abandon();
    throw error;
  });
  let chunks: Buffer[] = [];
  let size = 0;
  let received = from;
  let kept = from;
  const enough = { tell: () => {} };
  let isGone = false;
  let isWaiting = false;
  const tell = () => {
    if (!isGone) replication.send(toStatus(kept));
  };

  function onMessage(message: Buffer): void {
    if (message[0] === keepalive && message[17] === 1) tell();
    if (message[0] !== logData) return;
    chunks.push(message.subarray(headerBytes));
    size += message.length - headerBytes;
    received = message.readBigUInt64BE(1) + BigInt(message.length - headerBytes);
    if (size >= pieceBytes) {
      replication.pause();
      enough.tell();
    }
  }

  async function keep(): Promise<void> {
    const id = (await keys.list()).at(-1);
    // Without a backup, the log cannot be restored onto anything: until there is one, the server keeps it.
    if (!id && !isWaiting) log.warn('no backup has a key: the log stays in the database until one has');
    isWaiting = !id;
    if (size === 0 || !id) return;
    const [content, to] = [Buffer.concat(chunks), received];
    chunks = [];
    size = 0;
    replication.resume();
    const sealed = await seal(Readable.from([content]), await keys.read(id));
    await objects.put(pieceName(id, timeline, kept, to), await buffer(sealed));
    kept = to;
    tell();
  }

  async function keepOn(): Promise<void> {
    let told = Date.now();
    while (!isStopping) {
      const full = new Promise<void>((resolve) => {
        enough.tell = resolve;
      });
      const waiting = new AbortController();
      const pause = delay(keptAfterMs, undefined, { signal: waiting.signal }).catch(() => {});
      // A full piece may have arrived before `enough.tell` was set: then only `pause` would end the wait, 2 s later.
      if (size < pieceBytes || isWaiting) await Promise.race([full, pause]);
      waiting.abort();
      await keep();
      if (Date.now() - told < standbyStatusIntervalMs) continue;
      told = Date.now();
      tell();
    }
    await keep();
  }

  const command = `START_REPLICATION SLOT ${slotName} PHYSICAL ${formatLsn(from)} TIMELINE ${timeline}`;
  const streaming = replication
    .copy(command, onMessage)
    .then(() => {
      if (!isStopping) throw new Error('the database ended the stream of its log');
    })
    .finally(() => {
      isGone = true;
    });
  // Rejects immediately if another process has the slot.
  await Promise.race([streaming, delay(refusedWithinMs)]).catch((error) => {
    replication.abandon();
    throw error;
  });
  const keeping = keepOn();
  async function runToItsEnd(): Promise<void> {
    try {
      await Promise.race([streaming, keeping]);
    } finally {
      isStopping = true;
      enough.tell();
      streaming.catch(() => {});
      // Stores the received log, even if the server is gone.
      await keeping.finally(() => replication.abandon());
    }
  }
  const ended = runToItsEnd();
  return {
    ended,
    start: { from, timeline },
    async stop() {
      isStopping = true;
      enough.tell();
      await ended;
    },
  };
}
