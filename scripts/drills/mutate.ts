// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- mutate`: StrykerJS makes random changes to a module's sources and counts how many the tests beside
 * it detect. The report on each change is in reports/mutation.
 */
import { spawnSync } from 'node:child_process';
import { command } from '../command.ts';
import { installFolder, root } from '../install.mjs';

/** The sources, and the tests that should fail. */
const modules: Record<string, [sources: string, tests: string]> = {
  ledger: ['server/ledger/**/*rules.ts', 'server/ledger/**/*rules.test.ts'],
  shop: ['server/features/shop/**/*rules.ts', 'server/features/shop/**/*rules.test.ts'],
  contract: ['contract/**/*.ts', 'contract/**/*.test.ts'],
};

const { args } = command('drill mutate', 'Runs mutation tests on one module.')
  .argument('<module>', `${Object.keys(modules).join(', ')}, or a pattern of sources`)
  .argument('[tests]', 'a pattern of tests, if the module is a pattern of sources')
  .parse();
const [module = '', given = ''] = args;
const [sources, tests] = modules[module] ?? [module, given];

await installFolder('tests/mutation');
const stryker = 'tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js';
const { status } = spawnSync(
  process.execPath,
  [
    stryker,
    'run',
    'tests/mutation/stryker.config.mjs',
    '--mutate',
    `${sources},!**/*.test.ts,!**/testing/**`,
  ],
  { cwd: root, env: { ...process.env, MUTATION_TESTS: tests }, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
