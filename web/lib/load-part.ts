// SPDX-License-Identifier: Apache-2.0

import { waitForServer } from './connection.ts';

/** Product specification, section 9. */
export const loadWithinMs = 120_000;

/**
 * Loads a part of the app that the first load left out. While the server is away it waits. Rejects if the part is missing from
 * a server that answers, such as after a release, or does not arrive in time: the caller says so in the part's place. It never
 * reloads the page, which may hold what somebody typed.
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
