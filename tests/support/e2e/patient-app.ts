// SPDX-License-Identifier: Apache-2.0

/**
 * Loaded into an app under test on a slow machine. The database and the stand-ins run on the same machine, so this
 * extends the app's limits like the tests' own.
 */
import { Server } from 'node:http';
import { patient } from '../patience.ts';
import '../patient-database.ts';
import '../patient-signals.ts';

// An answer that waits for a slow stand-in isn't silent, nor is a page that is slow to read.
const { setTimeout } = Server.prototype;
Server.prototype.setTimeout = function setPatiently(this: Server, ms: number) {
  return Reflect.apply(setTimeout, this, [patient(ms)]);
} as typeof setTimeout;
