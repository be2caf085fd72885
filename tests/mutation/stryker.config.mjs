// SPDX-License-Identifier: Apache-2.0

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // A mutant in what a module does while it loads, such as a schema, is woken too late to be noticed.
  ignoreStatic: true,
  // One database server for each.
  concurrency: 1,
  timeoutMS: 20_000,
  tempDirName: 'reports/mutation/sandboxes',
  // It would be rewritten by an interface that the compiler no longer has, and nothing here compiles.
  tsconfigFile: 'none',
  ignorePatterns: ['/build', '/reports', '/release', '/screens', '/.data', '/.react-router', '/test-results'],
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { reportTests: false, allowColor: false },
  htmlReporter: { fileName: 'reports/mutation/mutants.html' },
  jsonReporter: { fileName: 'reports/mutation/mutants.json' },
};
