// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run …` in a checkout, on any Node that the machine has: installs what is missing, development packages included, and
 * runs the script that it is told on Node 24.
 */
import { becomeProgram } from './forward.mjs';
import { giveUp, installMissing, root } from './install.mjs';

try {
  const node = await installMissing({ withDevelopment: true });
  becomeProgram(node, process.argv.slice(2), root);
} catch (error) {
  giveUp(error);
}
