import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,web,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/no-outside-network.ts'],
    // Each keeps a database busy beside itself; more would only fight for the cores, and time out when two copies run.
    maxWorkers: 2,
    // Generous: another copy of this run may share the machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
