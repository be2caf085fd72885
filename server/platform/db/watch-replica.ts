// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import { parseLsn } from '../backup/lsn.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A server's position in the log, and the cluster it belongs to. */
export interface LogPlace {
  lsn: string;
  timeline: string | null;
  /** Identifies the cluster: the same for a primary and its standbys. */
  system: string;
}

export interface ReplicaWatch {
  /** The index of the replica that may be read; undefined if none is fit. */
  readonly fit: number | undefined;
  /** Upper bound of how far the current replica is behind; undefined if unknown. */
  readonly lagMs: number | undefined;
  /** Why none may be read. */
  readonly why: string | undefined;
  /** Waits until a fit replica has everything committed until now, or none is fit. Returns that moment, for `has`. */
  catchUp(): Promise<number>;
  /** Whether the current replica has everything committed until `moment`. */
  has(moment: number): boolean;
  stop(): void;
}

const askEveryMs = 250;
/** How long a replica may take to be fit for the first time before we report that none is. */
const firstFitWithinMs = 3_000;
const answersWithinMs = 750;
const catchUpLookMs = 20;
const keptSamples = 1_000;
const pageBytes = 8_192n;
const longestPageHeader = 40n;

/** A record that would begin at the start of a page comes after the page's header. */
function isReached(lsn: bigint, replayed: bigint): boolean {
  return replayed >= lsn || (replayed % pageBytes === 0n && lsn - replayed <= longestPageHeader);
}

/** The error of the server or the network; undefined if we gave up ourselves. */
function getCause(error: Error): string | undefined {
  if (error instanceof DatabaseUnavailable) return (error.cause as Error | undefined)?.message;
  return error.message;
}

/** Undefined if it fails, or takes longer. */
export async function inTime<Answer>(asked: Promise<Answer>, withinMs: number): Promise<Answer | undefined> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    // If this process stalled, the answer may have arrived unread: `setImmediate` lets it be read first.
    late = setTimeout(() => setImmediate(resolve, undefined), withinMs).unref();
  });
  return Promise.race([asked.catch(() => undefined), tooLate]).finally(() => clearTimeout(late));
}

/**
 * Measures four times a second how far behind a replica is: it has everything up to the moment at which the primary's log
 * had reached the position that the replica has replayed now. No clocks are compared, and an idle primary does not make
 * the replica look late.
 */
export function watchReplica({
  askPrimary,
  replicas,
  maxLagMs,
  onChange = () => {},
}: {
  askPrimary(): Promise<LogPlace>;
  /** `giveUp` frees everything that waits for an answer from it. */
  replicas: readonly { ask(): Promise<LogPlace & { isStandby: boolean }>; giveUp(): void }[];
  maxLagMs: number;
  onChange?: (isFit: boolean, why: string | undefined) => void;
}): ReplicaWatch {
  let present = 0;
  let samples: { at: number; lsn: bigint }[] = [];
  let freshAt = Number.NEGATIVE_INFINITY;
  let why: string | undefined = 'nothing is known of it yet';
  /** Undefined until the first report. */
  let told: boolean | undefined;
  const begunAt = performance.now();
  const stopping = new AbortController();
  const lag = () => performance.now() - freshAt;
  const isFit = () => why === undefined && lag() <= maxLagMs;

  function giveUp(reason: string): void {
    why = reason;
    freshAt = Number.NEGATIVE_INFINITY;
    // Another replica may have taken its place.
    present = (present + 1) % replicas.length;
  }

  async function measure(): Promise<void> {
    const at = performance.now();
    let failure: string | undefined;
    const asked = (replicas[present] as (typeof replicas)[number]).ask().catch((error: Error) => {
      failure = getCause(error);
      return undefined;
    });
    const [primary, replica] = await Promise.all([
      inTime(askPrimary(), answersWithinMs),
      inTime(asked, answersWithinMs),
    ]);
    if (!replica) {
      replicas[present]?.giveUp();
      return giveUp(failure ? `it does not answer: ${failure}` : 'it does not answer');
    }
    if (!replica.isStandby) return giveUp('it is no standby');
    if (!primary) return;
    if (replica.system !== primary.system) return giveUp('it follows another database');
    if (replica.timeline !== primary.timeline) return giveUp('it follows another primary');
    samples = [...samples, { at, lsn: parseLsn(primary.lsn) }].slice(-keptSamples);
    const replayed = parseLsn(replica.lsn);
    const reached = samples.findLastIndex(({ lsn }) => isReached(lsn, replayed));
    if (reached >= 0) freshAt = Math.max(freshAt, (samples[reached] as (typeof samples)[number]).at);
    samples = samples.slice(reached + 1);
    why = undefined;
  }

  function tell(fit: boolean): void {
    if (fit === told) return;
    if (!fit && told === undefined && performance.now() - begunAt < firstFitWithinMs) return;
    told = fit;
    onChange(fit, fit ? undefined : (why ?? 'it is too far behind'));
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await measure();
      tell(isFit());
      await delay(askEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }
  void watch();

  return {
    get fit() {
      return isFit() ? present : undefined;
    },
    get lagMs() {
      return Number.isFinite(freshAt) ? lag() : undefined;
    },
    get why() {
      return isFit() ? undefined : (why ?? 'it is too far behind');
    },
    async catchUp() {
      const at = performance.now();
      while (isFit() && freshAt < at) await delay(catchUpLookMs);
      return at;
    },
    has: (moment) => freshAt >= moment,
    stop: () => stopping.abort(),
  };
}
