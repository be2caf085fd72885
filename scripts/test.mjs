// SPDX-License-Identifier: Apache-2.0

/** `npm test`: installs what is missing, then runs every check and test (run-tests.ts). */
import { becomeProgram } from './forward.mjs';
import { giveUp, installMissing, root } from './install.mjs';

try {
  const node = await installMissing({ withDevelopment: true });
  becomeProgram(node, ['scripts/run-tests.ts', ...process.argv.slice(2)], root);
} catch (error) {
  giveUp(error);
}
