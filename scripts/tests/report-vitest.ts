// SPDX-License-Identifier: Apache-2.0

import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { send, toMessage } from './messages.ts';

type Fault = Pick<SerializedError, 'message' | 'stack'> & { diff?: string | undefined };

/** The assertion's message and place, without the test runner's own stack frames. */
function describeFault({ message, stack, diff }: Fault): string {
  const frames = (stack ?? message)
    .split('\n')
    .filter((line) => !/^ +at .*(node_modules|<anonymous>\)$)/.test(line));
  return toMessage([...frames, ...(diff ? [diff] : [])].join('\n'), 40);
}

const sendFailure = (title: string, errors: readonly Fault[]) =>
  send({ kind: 'failed', title, message: errors.map(describeFault).join('\n') });

/** A file may run in several projects. */
const toName = ({ moduleId, project }: TestModule) =>
  `${relative(process.cwd(), moduleId)} (${project.name})`;

/** For `npm test`: a unit is a file. */
export default class ReportVitest implements Reporter {
  onTestRunStart(specifications: readonly unknown[]): void {
    send({ kind: 'total', units: specifications.length });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'passed') send({ kind: 'passed' });
    if (state === 'failed') sendFailure(`${toName(test.module)}: ${test.fullName}`, errors);
  }

  onTestModuleEnd(module: TestModule): void {
    // Errors outside tests: a file that doesn't load, or a failing hook.
    if (module.errors().length > 0) sendFailure(toName(module), module.errors());
    send({ kind: 'unit', name: toName(module), seconds: module.diagnostic().duration / 1000 });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (errors.length > 0) sendFailure('An error outside of all tests', errors);
  }
}
