// SPDX-License-Identifier: Apache-2.0

/** Notes how many of all are done. */
export type Advance = (done: number) => void;

const clearLine = '\r\x1b[K';
const drawEachMs = 80;

/**
 * Shows how far `work` is, where somebody watches: in one line on the terminal's error stream, so that answers stay clean. It reads
 * no keys and hears no signals: a command that Ctrl-C ends must not look done.
 */
export async function withProgress<Result>(
  { title, max }: { title: string; max: number },
  work: (advance: Advance) => Promise<Result>,
): Promise<Result> {
  const { stderr } = process;
  if (!stderr.isTTY) return work(() => {});
  stderr.write(title);
  let drawnAt = -Infinity;
  try {
    return await work((done) => {
      const now = performance.now();
      if (now < drawnAt + drawEachMs) return;
      drawnAt = now;
      stderr.write(`${clearLine}${title} (${done} of ${max})`);
    });
  } finally {
    stderr.write(clearLine);
  }
}

/** The same of work that says itself how much there is of it. */
export function withPercent<Result>(
  title: string,
  work: (note: (done: number, of: number) => void) => Promise<Result>,
): Promise<Result> {
  return withProgress({ title: `${title}, percent`, max: 100 }, (advance) =>
    work((done, of) => advance(Math.floor((100 * done) / of))),
  );
}
