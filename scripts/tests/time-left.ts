// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';

/** What an earlier run of every test says of its parts: test files, browser tests, and phases that count none. */
export interface EarlierRun {
  /** The time that all of it took. */
  seconds: number;
  /** By name of the part: the time that it took, and when it ended, counted from the start of the run. */
  parts: Record<string, { seconds: number; endedAt: number }>;
}

/** With less than this share done a guess at the time left would jump. */
const leastShare = 0.1;
/** With a smaller share of the files known a guess would leave out too much. */
const leastKnown = 0.8;

/** Of several reports the first that is there and is of a run that was not stopped. */
export function readEarlierRun(reports: readonly string[]): EarlierRun | undefined {
  for (const report of reports) {
    try {
      const { seconds, parts, isWhole } = JSON.parse(readFileSync(report, 'utf8'));
      if (isWhole && parts) return { seconds, parts };
    } catch {
      // Nobody ran these yet.
    }
  }
  return undefined;
}

/**
 * The seconds that files, and phases beside them, took in an earlier run, by part; none where it had too few of the files to
 * tell the time of all.
 */
export function pickParts(
  { parts }: EarlierRun,
  { files, phases }: { files: readonly string[]; phases: readonly string[] },
): Map<string, number> {
  const known = new Set<string>();
  const picked = Object.entries(parts).filter(([name]) => {
    const file = files.find((file) => name.startsWith(`${file} `));
    if (file) known.add(file);
    return file || phases.includes(name);
  });
  if (known.size < leastKnown * files.length) return new Map();
  return new Map(picked.map(([name, { seconds }]) => [name, seconds]));
}

const scale = (elapsed: number, share: number) =>
  share < leastShare ? undefined : elapsed / share - elapsed;

/**
 * The seconds that a run of every test still takes: those that the earlier one took from the same number of parts on, longer
 * if this one was slower until then.
 */
export function guessWhole(
  { seconds, parts }: EarlierRun,
  done: number,
  elapsed: number,
): number | undefined {
  const ends = Object.values(parts)
    .map(({ endedAt }) => endedAt)
    .sort((a, b) => a - b);
  const reached = ends[Math.min(done, ends.length) - 1] ?? 0;
  const left = scale(elapsed, reached / seconds);
  return left ?? (elapsed < seconds ? seconds - elapsed : undefined);
}

/** The seconds that some of the tests still take, by what those parts took that have ended. */
export function guessSome(
  known: ReadonlyMap<string, number>,
  done: ReadonlySet<string>,
  elapsed: number,
): number | undefined {
  const sum = (seconds: readonly number[]) => seconds.reduce((total, each) => total + each, 0);
  const reached = sum([...known].filter(([name]) => done.has(name)).map(([, seconds]) => seconds));
  return known.size === 0 ? undefined : scale(elapsed, reached / sum([...known.values()]));
}

/** The seconds that the phases which run now still take, by how much of each is done; the first time all tests run. */
export function guessRunning(
  phases: readonly { seconds: number; share: number | undefined }[],
): number | undefined {
  const left = phases.flatMap(({ seconds, share }) => (share === undefined ? [] : [scale(seconds, share)]));
  return left.length === 0 || left.includes(undefined) ? undefined : Math.max(...(left as number[]));
}
