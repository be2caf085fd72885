#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

/**
 * `finalring` in a checkout, on any Node that the machine has: installs the packages of the lock file, builds the web app
 * before `start` if its sources changed, and then runs the command on Node 24. A release has a launcher of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { becomeProgram } from '../scripts/forward.mjs';
import { envFile, giveUp, installMissing, prepare, root } from '../scripts/install.mjs';
import { serverEnvironment, serverFlags } from '../scripts/server-flags.mjs';

const args = process.argv.slice(2);
/**
 * What goes wrong is said by the start that follows.
 * @param {string} node
 */
async function createDatabase(node) {
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
