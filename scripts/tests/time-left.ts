// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';

/** The durations in an earlier complete run, by part: test files, browser tests, and phases without countable tests. */
export interface EarlierRun {
  /** Duration of the whole run. */
  seconds: number;
  /** By name of the part: its duration, and when it ended, from the start of the run. */
  parts: Record<string, { seconds: number; endedAt: number }>;
}

/** Below this share of progress, an estimate would jump. */
const leastShare = 0.1;
/** Below this share of known files, an estimate would miss too much. */
const leastKnown = 0.8;

/** The first report that exists and belongs to a complete run. */
export function readEarlierRun(reports: readonly string[]): EarlierRun | undefined {
  for (const report of reports) {
    try {
      const { seconds, parts, isWhole } = JSON.parse(readFileSync(report, 'utf8'));
      if (isWhole && parts) return { seconds, parts };
    } catch {
      // There is no such report yet.
    }
  }
  return undefined;
}

/**
 * The durations, in seconds, of these files and phases in an earlier run. Empty if that run lacks too many of the
 * files.
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
 * The remaining seconds of a complete run: the earlier run's remaining time from the same number of parts on, scaled if
 * this run is slower so far.
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

/** The remaining seconds of a partial run, from the earlier durations of its ended parts. */
export function guessSome(
  known: ReadonlyMap<string, number>,
  done: ReadonlySet<string>,
  elapsed: number,
): number | undefined {
  const sum = (seconds: readonly number[]) => seconds.reduce((total, each) => total + each, 0);
  const reached = sum([...known].filter(([name]) => done.has(name)).map(([, seconds]) => seconds));
  return known.size === 0 ? undefined : scale(elapsed, reached / sum([...known.values()]));
}

/** The remaining seconds of the running phases, from each one's progress. Used when there is no earlier run. */
export function guessRunning(
  phases: readonly { seconds: number; share: number | undefined }[],
): number | undefined {
  const left = phases.flatMap(({ seconds, share }) => (share === undefined ? [] : [scale(seconds, share)]));
  return left.length === 0 || left.includes(undefined) ? undefined : Math.max(...(left as number[]));
}
