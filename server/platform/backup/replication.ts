// SPDX-License-Identifier: Apache-2.0

import { PassThrough, type Readable } from 'node:stream';
import type { ConnectionConfig } from 'pg';
import pg from 'pg';
import { getPrimary } from '../postgres/primary.ts';

/**
 * PostgreSQL's replication protocol, as far as backups need it: it delivers a base backup and the write-ahead log
 * without access to the server's files and without client programs. The role needs REPLICATION (a superuser has it).
 */

/** The parts of `pg`'s connection that we use besides its client. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  stream: { pause(): void; resume(): void; destroy(error?: Error): void };
}

export interface Replication {
  /** Returns the rows of all results. */
  ask(command: string): Promise<(string | null)[][]>;
  /** Runs a command answered by a stream of messages; resolves with the rows around it once it has ended. */
  copy(command: string, onData: (message: Buffer) => void): Promise<(string | null)[][]>;
  /** Sends a message within a stream of the log. */
  send(message: Buffer): void;
  pause(): void;
  resume(): void;
  close(): Promise<void>;
  /** Closes the connection immediately, without a terminate message. */
  abandon(): void;
}

/** A query object as `pg` expects it; `pg` calls it as results arrive. */
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
    // The chunk is a view of a buffer that will be reused.
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

/** @throws if the server cannot be reached, or the role may not replicate */
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
  /** The data directory as a tar archive, with the log that makes it consistent. */
  tar: Readable;
  /** Resolves once all of `tar` has been read. */
  places: Promise<{ startLsn: string; endLsn: string; timeline: number }>;
}

const newArchive = 'n'.charCodeAt(0);
const archiveData = 'd'.charCodeAt(0);

/** Asks the server for a base backup. */
export function sendBaseBackup(replication: Replication, label: string): BaseBackup {
  const tar = new PassThrough();
  // The reader gets the failure. Without a listener, a failure before the first read would end the process.
  tar.on('error', () => {});
  tar.on('drain', () => replication.resume());
  let archives = 0;
  const command = `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL, MANIFEST 'no')`;
  const places = replication
    .copy(command, (message) => {
      if (message[0] === newArchive && ++archives > 1) {
        tar.destroy(new Error('backups do not cover separate tablespaces: move their tables to pg_default'));
        replication.abandon();
      }
      if (message[0] === archiveData && !tar.write(message.subarray(1))) replication.pause();
    })
    .then((rows) => {
      tar.end();
      // The start position, the tablespaces, the end position.
      const [start, end] = [rows.at(0), rows.at(-1)];
      return { startLsn: start?.[0] ?? '', endLsn: end?.[0] ?? '', timeline: Number(start?.[1]) };
    });
  places.catch((error: Error) => tar.destroy(error));
  return { tar, places };
}
