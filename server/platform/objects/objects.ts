// SPDX-License-Identifier: Apache-2.0

import type { Readable } from 'node:stream';

/**
 * Named objects outside the database: pictures, exports, archives, backups. They are kept in a folder, or by any service that
 * speaks S3. As soon as `put` returns, everybody sees the object; it survives a loss of power and is never seen in part.
 */
export interface Objects {
  /** Where that is, for people; no secrets in it. */
  readonly place: string;
  /** Keeps all of `content` under `name`, in place of what was there; where it fails, what was there stays. */
  put(name: string, content: Readable | Buffer): Promise<void>;
  /** Undefined if there is none. A stream that ends too early fails; it never passes for the whole object. */
  get(name: string): Promise<Readable | undefined>;
  head(name: string): Promise<ObjectHead | undefined>;
  /** Those whose names begin with `prefix`, in the order of their names. */
  list(prefix: string): AsyncIterable<ObjectHead>;
  /** Harmless where there is none. */
  delete(name: string): Promise<void>;
  /** Lets go of connections. */
  close(): void;
}

export interface ObjectHead {
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/** The store could not be reached, or failed: another try may help. */
export class ObjectsUnavailable extends Error {
  constructor(what: string, cause: unknown) {
    const { message, name } = cause as Error;
    super(`${what}: ${message || name || String(cause)}`, { cause });
    this.name = 'ObjectsUnavailable';
  }
}

const wellNamed = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i;
const maxNameLength = 500;

/** Splits a path into folders and a name. @throws if it could lead elsewhere or is hidden */
export function requireName(name: string): string {
  if (name.length > maxNameLength || !wellNamed.test(name))
    throw new Error(`no object may be called ${name}`);
  return name;
}

/** A prefix is the beginning of a name. @throws where it is none */
export function requirePrefix(prefix: string): string {
  if (prefix !== '') requireName(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
  return prefix;
}
