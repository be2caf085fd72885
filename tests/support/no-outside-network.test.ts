// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

function runPlantedTest(body: string): { isGreen: boolean; output: string } {
  const folder = mkdtempSync(`${root}node_modules/.planted-test-`);
  try {
    writeFileSync(
      `${folder}/planted.test.ts`,
      `import { it } from 'vitest';\nit('planted', async () => {${body}});`,
    );
    cpSync(`${folder}/planted.test.ts`, `${folder}/another.test.ts`);
    writeFileSync(
      `${folder}/vitest.config.mjs`,
      `export default { test: { include: ['*.test.ts'], exclude: [], isolate: false, maxWorkers: 1, setupFiles: ['${root}tests/support/no-outside-network.ts'] } };`,
    );
    const vitest = `${root}node_modules/vitest/vitest.mjs`;
    const output = execFileSync(process.execPath, [vitest, 'run', '--root', folder], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return { isGreen: true, output };
  } catch (error) {
    const failed = error as { stdout?: string; stderr?: string };
    return { isGreen: false, output: `${failed.stdout}${failed.stderr}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('fails a test that contacts another machine, even when it swallows the error', { tags: ['long'] }, () => {
  const result = runPlantedTest(`await fetch('http://192.0.2.1/').catch(() => {});`);
  expect(result.output).toContain('192.0.2.1');
  expect(result.output).toMatch(/Tests .*2 failed/);
  expect(result.isGreen).toBe(false);
});

it('allows a test to contact this machine', async () => {
  const server = createServer((_request, response) => response.end('hello'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const answer = await fetch(`http://localhost:${port}/`);
  expect(await answer.text()).toBe('hello');
  await new Promise((closed) => server.close(closed));
});
