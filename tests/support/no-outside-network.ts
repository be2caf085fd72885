// SPDX-License-Identifier: Apache-2.0

import { type NetConnectOpts, Socket } from 'node:net';
import { afterEach, expect } from 'vitest';

/**
 * Loaded by every test file: refuses connections to other machines, and fails the test that tries one, even if the
 * tested code swallows the error.
 */
interface Guarded {
  /** Requested hosts. Stored on the guard, because files that share a process share both. */
  attempted?: string[];
}

function isOurMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || host.startsWith('127.');
}

const givenDatabaseHost = process.env.TEST_DATABASE_URL && new URL(process.env.TEST_DATABASE_URL).hostname;
const connect = Socket.prototype.connect as typeof Socket.prototype.connect & Guarded;
const attempted: string[] = connect.attempted ?? [];

function guarded(this: Socket, ...args: unknown[]) {
  // `net.connect` passes the normalised [options, callback] as one array.
  const first = (Array.isArray(args[0]) ? args[0][0] : args[0]) as
    | NetConnectOpts
    | number
    | string
    | undefined;
  const isPath = typeof first === 'string' || (typeof first === 'object' && 'path' in first && first.path);
  const named = typeof first === 'object' && 'host' in first ? first.host : args[1];
  const host = typeof named === 'string' ? named.replace(/^\[|\]$/g, '') : 'localhost';
  if (isPath || isOurMachine(host) || host === givenDatabaseHost) {
    return Reflect.apply(connect, this, args) as Socket;
  }
  attempted.push(host);
  this.destroy(new Error(`Tests must not connect to ${host}`));
  return this;
}

if (!connect.attempted) Socket.prototype.connect = Object.assign(guarded, { attempted }) as typeof connect;

afterEach(() => {
  const hosts = attempted.splice(0);
  expect(hosts, 'connections to the outside').toEqual([]);
});
