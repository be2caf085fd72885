// SPDX-License-Identifier: Apache-2.0

import { PassThrough, type Readable } from 'node:stream';
import type { ConnectionConfig } from 'pg';
import pg from 'pg';
import { getPrimary } from '../db/primary.ts';

/**
 * PostgreSQL's replication protocol, as far as backups need it: its own way to hand over a base backup and the write-ahead
 * log, which needs no file of the server and no program of its client. The role needs REPLICATION (a superuser has it).
 */

/** What of `pg`'s connection is used beside its client. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  stream: { pause(): void; resume(): void; destroy(error?: Error): void };
}

export interface Replication {
  /** The rows of all answers. */
  ask(command: string): Promise<(string | null)[][]>;
  /** Runs a command whose answer is a stream of messages; resolves with the rows around them once it has ended. */
  copy(command: string, onData: (message: Buffer) => void): Promise<(string | null)[][]>;
  /** Answers within a stream of the log. */
  send(message: Buffer): void;
  pause(): void;
  resume(): void;
  close(): Promise<void>;
  /** At once, without a word. */
  abandon(): void;
}

/** A command as `pg` takes it, and what it calls as answers arrive. */
class Query {
  readonly rows: (string | null)[][] = [];
  readonly ended: Promise<void>;
  #settle!: { resolve(): void; reject(error: Error): void };
  readonly #text: string;
  readonly #onData: ((message: Buffer) => void) | undefined;

  constructor(text: string, onData?: (message: Buffer) => void) {
    this.#text = text;
    this.#onData = onData;
    this.ended = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }
  submit(wire: Wire): void {
    wire.query(this.#text);
  }
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.rows.push(fields);
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // A view of a buffer that is used again.
    this.#onData?.(Buffer.from(chunk));
  }
  handleReadyForQuery(): void {
    this.#settle.resolve();
  }
  handleError(error: Error): void {
    this.#settle.reject(error);
  }
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}

const connectsWithinMs = 10_000;

/** @throws where the server is not reached, or the role may not replicate */
export async function openReplication(url: string): Promise<Replication> {
  const primary = getPrimary(url);
  await primary.look();
  const config = {
    connectionString: primary.url,
    replication: 'true',
    application_name: 'finalring backup',
    connectionTimeoutMillis: connectsWithinMs,
    keepAlive: true,
  } satisfies ConnectionConfig & { replication: string };
  const client = new pg.Client(config);
  let lost: ((error: Error) => void) | undefined;
  client.on('error', (error) => lost?.(error));
  await client.connect();
  const { connection: wire } = client as unknown as { connection: Wire };

  async function run(query: Query): Promise<(string | null)[][]> {
    const broken = new Promise<never>((_, reject) => {
      lost = reject;
    });
    client.query(query as unknown as pg.Submittable);
    await Promise.race([query.ended, broken]);
    return query.rows;
  }

  return {
    ask: (command) => run(new Query(command)),
    copy: (command, onData) => run(new Query(command, onData)),
    send: (message) => wire.sendCopyFromChunk(message),
    pause: () => wire.stream.pause(),
    resume: () => wire.stream.resume(),
    close: () => client.end(),
    abandon: () => wire.stream.destroy(),
  };
}

export interface BaseBackup {
  /** The data directory as a tar archive, with the part of the log that makes it whole. */
  tar: Readable;
  /** Once all of it has been read. */
  places: Promise<{ startLsn: string; endLsn: string; timeline: number }>;
}

const newArchive = 'n'.charCodeAt(0);
const archiveData = 'd'.charCodeAt(0);

/** Asks the server for a base backup. */
export function sendBaseBackup(replication: Replication, label: string): BaseBackup {
  const tar = new PassThrough();
  // A reader gets the failure; without a listener before that, it would end the process.
  tar.on('error', () => {});
  tar.on('drain', () => replication.resume());
  let archives = 0;
  const command = `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL, MANIFEST 'no')`;
  const places = replication
    .copy(command, (message) => {
      if (message[0] === newArchive && ++archives > 1) {
        tar.destroy(new Error('tablespaces of their own are not backed up: move their tables to pg_default'));
        replication.abandon();
      }
      if (message[0] === archiveData && !tar.write(message.subarray(1))) replication.pause();
    })
    .then((rows) => {
      tar.end();
      // The place where it starts, the tablespaces, the place where it ends.
      const [start, end] = [rows.at(0), rows.at(-1)];
      return { startLsn: start?.[0] ?? '', endLsn: end?.[0] ?? '', timeline: Number(start?.[1]) };
    });
  places.catch((error: Error) => tar.destroy(error));
  return { tar, places };
}
