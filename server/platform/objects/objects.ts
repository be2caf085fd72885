// SPDX-License-Identifier: Apache-2.0

import type { Readable } from 'node:stream';

/**
 * Named objects outside the database: pictures, exports, archives, backups. They are stored in a folder, or by any
 * S3-compatible service. Once `put` returns, every process sees the object; it survives a power failure and is never
 * partly visible.
 */
export interface Objects {
  /** The storage, for people to read; contains no secrets. */
  readonly place: string;
  /** Stores all of `content` under `name`, replacing an existing object; after a failure, that object stays. */
  put(name: string, content: Readable | Buffer): Promise<void>;
  /**
   * Undefined if the object does not exist. A stream that ends too early fails, so it never passes for the whole
   * object.
   */
  get(name: string): Promise<Readable | undefined>;
  head(name: string): Promise<ObjectHead | undefined>;
  /** Objects whose names start with `prefix`, sorted by name. */
  list(prefix: string): AsyncIterable<ObjectHead>;
  /** Does nothing if the object does not exist. */
  delete(name: string): Promise<void>;
  /** Closes connections. */
  close(): void;
}

export interface ObjectHead {
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/** The store could not be reached, or failed: a retry may help. */
export class ObjectsUnavailable extends Error {
  constructor(what: string, cause: unknown) {
    const { message, name } = cause as Error;
    super(`${what}: ${message || name || String(cause)}`, { cause });
    this.name = 'ObjectsUnavailable';
  }
}

const wellNamed = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i;
const maxNameLength = 500;

/** Accepts a name made of folders and a file. @throws if it could lead elsewhere or is hidden */
export function requireName(name: string): string {
  if (name.length > maxNameLength || !wellNamed.test(name))
    throw new Error(`no object may be called ${name}`);
  return name;
}

/** Accepts the beginning of a name. @throws if it cannot be one */
export function requirePrefix(prefix: string): string {
  if (prefix !== '') requireName(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
  return prefix;
}
