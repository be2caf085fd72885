// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run …` in a checkout, on any Node that the machine has: installs what is missing, development packages included unless
 * its first argument is `--omit=dev`, and runs the script that it is told on Node 24. The script ends with this process, even
 * if that is killed.
 */
import { becomeProgram } from './forward.mjs';
import { giveUp, installMissing, root } from './install.mjs';

const endWithParent = new URL('./end-with-parent.ts', import.meta.url).href;

try {
  const told = process.argv.slice(2);
  const withDevelopment = told[0] !== '--omit=dev';
  const node = await installMissing({ withDevelopment });
  const args = ['--import', endWithParent, ...(withDevelopment ? told : told.slice(1))];
  becomeProgram(node, args, root, ['inherit', 'inherit', 'inherit', 'ipc']);
} catch (error) {
  giveUp(error);
}
