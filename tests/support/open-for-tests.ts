// SPDX-License-Identifier: Apache-2.0

import { afterAll, beforeAll } from 'vitest';

/**
 * What the tests of a file or a describe block share, opened before the first of them and closed after the last. It is already
 * open in a `beforeAll` of the caller, and still open in the caller's `afterAll`. Do not destructure it earlier: it is filled
 * when the tests begin.
 */
export function openForTests<Opened extends { close(): Promise<unknown> }>(
  open: () => Promise<Opened>,
): Opened {
  const opened = {} as Opened;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => opened.close?.());
  return opened;
}
