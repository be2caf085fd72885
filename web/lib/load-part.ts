// SPDX-License-Identifier: Apache-2.0

import { waitForServer } from './connection.ts';

/** Product specification, section 9. */
export const loadWithinMs = 120_000;

/**
 * Loads a part of the app that isn't in the first load. Waits while the server is away. Rejects if a server that
 * answers lacks the part, such as after a release, or if the part doesn't arrive in time; the caller shows this. Never
 * reloads the page, which may contain typed input.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await inTime(load());
    } catch (error) {
      if (!(await waitForServer())) throw error;
    }
  }
}

function inTime<Part>(loading: Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Part of the page didn’t load')), loadWithinMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
