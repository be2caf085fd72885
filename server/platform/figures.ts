// SPDX-License-Identifier: Apache-2.0

const answersWithinMs = 1_000;

/**
 * Reads figures for a scrape from the database: the answer if it comes within a second; otherwise undefined, and the
 * last values stay. A scrape must succeed above all when the database does not answer. One read at a time, shared by
 * all callers in the meantime. A slower answer serves the next scrape.
 */
export function readInTime<Figures>(read: () => Promise<Figures>): () => Promise<Figures | undefined> {
  let reading: Promise<Figures | undefined> | undefined;
  let late: Figures | undefined;
  return () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    const current = reading;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<Figures | undefined>((resolve) => {
      timer = setTimeout(() => {
        void current.then((figures) => {
          late = figures;
        });
        resolve(late);
      }, answersWithinMs);
      timer.unref();
    });
    return Promise.race([current, tooLate]).finally(() => clearTimeout(timer));
  };
}
