// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { runQuietly } from './run-quietly.mjs';

it('says why a program failed, not where in its code', async () => {
  const deep = `
    const fall = (depth) => { if (depth === 0) throw new Error('no such package: marked'); fall(depth - 1); };
    Error.stackTraceLimit = 100;
    try { fall(60); } catch (error) { console.error(error.stack); process.exitCode = 3; }`;
  const failure = await runQuietly(process.execPath, ['--eval', deep], {
    cwd: '.',
    failed: 'The web app does not build:',
  }).catch((error: Error) => error.message);
  expect(failure).toBe('The web app does not build:\nError: no such package: marked\n(ended with 3)');
});
