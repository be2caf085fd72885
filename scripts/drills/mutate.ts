// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- mutate`: StrykerJS breaks the sources of a module in ways that nobody chose, and counts which changes make a test
 * beside them fail. The report of each mutant is in reports/mutation.
 */
import { spawnSync } from 'node:child_process';
import { command } from '../command.ts';
import { installFolder, root } from '../install.mjs';

const sources: Record<string, string> = {
  ledger: 'server/ledger/**/*.ts',
  shop: 'server/features/shop/**/*rules.ts',
  contract: 'contract/**/*.ts',
};

const { args } = command('drill mutate', 'Counts the changes to a module that no test notices.')
  .argument('<module>', `${Object.keys(sources).join(', ')}, or a pattern of sources with tests beside them`)
  .parse();
const [module = ''] = args;
const pattern = sources[module] ?? module;
/** From the folder that the pattern names. */
const [folder] = /^[^*]*\//.exec(pattern) ?? [''];

await installFolder('tests/mutation');
const stryker = 'tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js';
const { status } = spawnSync(
  process.execPath,
  [
    stryker,
    'run',
    'tests/mutation/stryker.config.mjs',
    '--mutate',
    `${pattern},!**/*.test.ts,!**/testing/**`,
  ],
  { cwd: root, env: { ...process.env, MUTATION_TESTS: `${folder}**/*.test.ts` }, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
