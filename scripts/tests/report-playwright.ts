// SPDX-License-Identifier: Apache-2.0

import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { send, toMessage } from './messages.ts';

const toFile = ({ location }: TestCase) => relative(process.cwd(), location.file);
const toTitle = (test: TestCase) => `${toFile(test)}:${test.location.line}: ${test.title}`;
const toMessages = (errors: readonly TestError[]) =>
  errors.map((error) => toMessage(error.stack ?? error.message)).join('\n');

/** For `npm test`: a unit is a test. */
export default class ReportPlaywright implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    send({ kind: 'total', units: suite.allTests().length });
  }

  onTestEnd(test: TestCase, { status, retry, errors, duration }: TestResult): void {
    const isLast = status === test.expectedStatus || status === 'skipped' || retry >= test.retries;
    if (!isLast) return;
    send({ kind: 'unit', name: `${toFile(test)} ${test.title}`, seconds: duration / 1000 });
    if (status === 'skipped') return;
    if (status === test.expectedStatus) {
      const [first] = test.results;
      send({
        kind: 'passed',
        ...(retry > 0 && first && { flaky: { title: toTitle(test), message: toMessages(first.errors) } }),
      });
      return;
    }
    send({ kind: 'failed', title: toTitle(test), message: toMessages(errors) });
  }

  onError(error: TestError): void {
    send({ kind: 'failed', title: 'An error outside of all tests', message: toMessage(error.message) });
  }

  printsToStdio(): boolean {
    return false;
  }
}
