// SPDX-License-Identifier: Apache-2.0

const answersWithinMs = 1_000;

/**
 * Asks the database for figures that are told at each scrape: what it says within a second, or undefined, and then the last values
 * stay. A scrape must be answered exactly when the database does not. One question at a time, shared by all who ask meanwhile.
 */
export function readInTime<Figures>(read: () => Promise<Figures>): () => Promise<Figures | undefined> {
  let reading: Promise<Figures | undefined> | undefined;
  return () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      late = setTimeout(resolve, answersWithinMs, undefined);
      late.unref();
    });
    return Promise.race([reading, tooLate]).finally(() => clearTimeout(late));
  };
}
