// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { runQuietly } from './run-quietly.mjs';

it('reports why a program failed, not where in its code', async () => {
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

it("removes colors and stack traces from the output of npm and the web app's build", async () => {
  const said = [
    '\u001b[31mweb/ui/card.tsx:25:23\u001b[0m Unexpected token',
    'npm error FetchError: request to http://127.0.0.1:9/zod failed',
    'npm error     at ClientRequest.emit (node:events:524:28)',
    'npm error     at process.processTicksAndRejections (node:internal/process/task_queues:83:21) {',
    'npm error   port: 9',
    'npm error }',
    'npm error Check the proxy',
    '    at async build (file:///tmp/build.js:16:2) {',
    '  errors: [Getter/Setter]',
    '}',
  ];
  const fall = `console.error(${JSON.stringify(said.join('\n'))}); process.exitCode = 1;`;
  const failure = await runQuietly(process.execPath, ['--eval', fall], { cwd: '.', failed: 'No.' }).catch(
    (error: Error) => error.message,
  );
  expect(failure).toBe(
    [
      'No.',
      'web/ui/card.tsx:25:23 Unexpected token',
      'npm error FetchError: request to http://127.0.0.1:9/zod failed',
      'npm error Check the proxy',
      '(ended with 1)',
    ].join('\n'),
  );
});
