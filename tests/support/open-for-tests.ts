// SPDX-License-Identifier: Apache-2.0

import { afterAll, beforeAll } from 'vitest';

/**
 * Something that the tests of a file or describe block share, opened before the first and closed after the last. It is
 * already open in the caller's `beforeAll`, and still open in the caller's `afterAll`. Don't destructure it earlier: it
 * is filled when the tests begin.
 */
export function openForTests<Opened extends { close(): Promise<unknown> }>(
  open: () => Promise<Opened>,
): Opened {
  const opened = {} as Opened;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => opened.close?.());
  return opened;
}
