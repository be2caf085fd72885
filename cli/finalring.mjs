#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

/**
 * `finalring` in a checkout, on any Node that the machine has: installs the packages of the lock file, builds the web app
 * before `start` if its sources changed, and then runs the command on Node 24. A release has a launcher of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { becomeProgram } from '../scripts/forward.mjs';
import { envFile, giveUp, installMissing, prepare, readSettings, root } from '../scripts/install.mjs';
import { serverEnvironment, serverFlags } from '../scripts/server-flags.mjs';

const args = process.argv.slice(2);
/**
 * Creates the built-in database of a first start. What goes wrong is said by the start that follows.
 * @param {string} node
 */
async function createDatabase(node) {
  const { DATABASE_URL, DATA_DIR = 'data' } = readSettings() ?? {};
  if (DATABASE_URL || existsSync(resolve(root, DATA_DIR, 'postgres'))) return;
  const creating = spawn(node, [...envFile, 'scripts/create-database.ts'], { cwd: root, stdio: 'ignore' });
  await once(creating, 'exit').catch(() => {});
}

Object.assign(process.env, { INIT_CWD: process.cwd(), ...serverEnvironment, ...process.env });

try {
  const node = await (args[0] === 'start' ? prepare(createDatabase) : installMissing());
  becomeProgram(node, [...serverFlags, ...envFile, 'cli/main.ts', ...args], root);
} catch (error) {
  giveUp(error);
}
