// SPDX-License-Identifier: Apache-2.0

const answersWithinMs = 1_000;

/**
 * Reads figures for a scrape from the database: what it answers within a second, or undefined, and then the last values
 * stay. A scrape must get an answer above all when the database does not answer. One read at a time, shared by everyone
 * who asks in the meantime.
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
