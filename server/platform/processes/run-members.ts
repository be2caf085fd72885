// SPDX-License-Identifier: Apache-2.0

import cluster, { type Worker } from 'node:cluster';
import type { Logger } from '../log.ts';
import type { Figures, FiguresOf, FromMember, ToMember } from './messages.ts';

/**
 * Several processes of one start, behind one address: this process accepts connections and hands them out in turn
 * (node:cluster), restarts processes that end, and replaces them one by one when asked to. It does nothing else, so that
 * there is next to nothing in it that could fail.
 */
export interface MemberPlan {
  /** The process's name, such as `web-1`, which labels its figures. */
  name: string;
  env: Record<string, string>;
}

export interface Members {
  /** Resolves once all of them are ready. @throws if one does not come up; then all are stopped */
  ready: Promise<void>;
  /** Replaces each by a fresh one, which is ready before the old one goes. */
  replaceAll(): Promise<void>;
  /** Sets how many connections the pool of each may hold, now and in processes that are started later. */
  share(connections: number): void;
  /** Lets all of them finish their work and end. */
  stop(): Promise<void>;
}

interface Options {
  plans: readonly MemberPlan[];
  log: Logger;
  /** How long they may take to stop before they are killed. */
  stopWithinMs: number;
}

/** A process that is starting, serving, or on its way out. */
interface Running {
  plan: MemberPlan;
  worker: Worker;
  startedAt: number;
  isReady: boolean;
  /** It is meant to end. */
  isLeaving: boolean;
  /** Pings in a row that it has not answered. */
  unanswered: number;
  /** Resolves once it is ready, or will not come up. */
  begun: Promise<void>;
  ended: Promise<void>;
}

/** Longer than a process waits for its database (while-database-starts.ts): it says itself why it gives up. */
const readyWithinMs = 15 * 60_000;
const restartAfterMs = { least: 100, most: 5_000 };
/** A process that ran for this long did not end because of how it was started. */
const soundAfterMs = 30_000;
const mostTries = 3;
const figuresWithinMs = 2_000;
/** Half a minute of silence means that it hangs: nothing here computes for so long in one piece. */
const askEveryMs = 5_000;
const mostUnanswered = 6;

function tell({ worker }: Running, message: ToMember): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** A figure that says whether a process failed to send its own. */
function missing(isMissing: boolean): Figures[number] {
  return {
    name: 'process_figures_missing',
    help: 'Whether a process did not tell its figures in time: 1 or 0',
    // The type says number, but it is a word.
    type: 'gauge' as unknown as Figures[number]['type'],
    aggregator: 'sum',
    collect: () => {},
    values: [{ value: isMissing ? 1 : 0, labels: {} }],
  };
}

/** Without a pid the process was never started; killing "undefined" could reach others. */
function kill({ worker }: Running, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (worker.process.pid !== undefined) worker.process.kill(signal);
}

/** Starts the first process, and the others once it is ready, so that a fault is reported once. */
export function runMembers({ plans, log, stopWithinMs }: Options): Members {
  const running = new Set<Running>();
  const failures = new Map<string, number>();
  const gathering = new Map<number, (figures: FiguresOf) => void>();
  let asks = 0;
  let isStopping = false;
  let replacing: Promise<void> | undefined;

  async function gatherFigures(): Promise<FiguresOf[]> {
    const ask = ++asks;
    const told = new Map<string, FiguresOf>();
    const expected = [...running].filter(({ isReady, isLeaving }) => isReady && !isLeaving);
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, figuresWithinMs);
      gathering.set(ask, (figures) => {
        told.set(figures.process, figures);
        if (told.size < expected.length) return;
        clearTimeout(late);
        resolve();
      });
      for (const each of expected) tell(each, { type: 'tell-figures', ask });
    });
    gathering.delete(ask);
    return expected.map(({ plan: { name } }) => {
      const { figures = [] } = told.get(name) ?? {};
      return { process: name, figures: [...figures, missing(!told.has(name))] };
    });
  }

  async function start(plan: MemberPlan): Promise<Running> {
    if (isStopping) throw new Error('the start was given up');
    const worker = cluster.fork(plan.env);
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const member: Running = {
      plan,
      worker,
      startedAt: Date.now(),
      isReady: false,
      isLeaving: false,
      unanswered: 0,
      begun: begun.promise,
      ended: ended.promise,
    };
    running.add(member);
    const ready = Promise.withResolvers<void>();
    const late = setTimeout(() => ready.reject(new Error(`${plan.name} is not ready`)), readyWithinMs);
    const end = (reason: Error): void => {
      running.delete(member);
      ready.reject(reason);
      ended.resolve();
    };
    worker.on('message', (message: FromMember) => {
      member.unanswered = 0;
      if (message.type === 'ready') ready.resolve();
      else if (message.type === 'figures')
        gathering.get(message.ask)?.({ process: plan.name, figures: message.figures });
      else if (message.type === 'gather-figures')
        void gatherFigures().then((all) => tell(member, { type: 'all-figures', ask: message.ask, all }));
    });
    worker.on('error', (error) => {
      // A process that was never started does not exit. Any other will exit, or goes on.
      if (worker.process.pid === undefined) end(error);
    });
    worker.once('exit', (code, signal) => {
      end(new Error(`${plan.name} ended with ${code ?? signal}`));
      if (member.isReady && !member.isLeaving && !isStopping) {
        log.error({ process: plan.name, code, signal }, 'a process ended, and is started again');
        if (Date.now() - member.startedAt > soundAfterMs) failures.delete(plan.name);
        void startAgain(plan);
      }
    });
    try {
      await ready.promise;
      member.isReady = true;
      return member;
    } catch (error) {
      member.isLeaving = true;
      kill(member, 'SIGKILL');
      throw error;
    } finally {
      clearTimeout(late);
      begun.resolve();
    }
  }

  async function startAgain(plan: MemberPlan): Promise<void> {
    while (!isStopping) {
      const failed = failures.get(plan.name) ?? 0;
      failures.set(plan.name, failed + 1);
      const afterMs = Math.min(restartAfterMs.least * 2 ** failed, restartAfterMs.most);
      await new Promise((wake) => setTimeout(wake, afterMs));
      if (isStopping) return;
      try {
        await start(plan);
        return;
      } catch (error) {
        if (!isStopping) log.error({ err: error, process: plan.name }, 'a process does not start');
      }
    }
  }

  /** Several tries: on an overloaded machine the database may not answer in time. */
  async function startPatiently(plan: MemberPlan): Promise<void> {
    for (let tried = 1; ; tried++) {
      try {
        await start(plan);
        return;
      } catch (error) {
        if (isStopping || tried === mostTries) throw error;
        log.warn({ err: error, process: plan.name }, 'a process does not start, and is tried again');
      }
    }
  }

  /** Kills processes that have not answered for a long time. Counts pings, so a pause of this process makes nobody late. */
  function askWhetherTheyLive(): void {
    for (const member of running) {
      if (!member.isReady) continue;
      if (member.unanswered++ < mostUnanswered) tell(member, { type: 'ping' });
      else {
        log.error({ process: member.plan.name }, 'a process does not answer, and is killed');
        kill(member, 'SIGKILL');
      }
    }
  }
  const asking = setInterval(askWhetherTheyLive, askEveryMs);
  asking.unref();

  /** Asks it to end, and kills it if it does not. */
  async function takeLeaveOf(old: Running): Promise<void> {
    tell(old, { type: 'leave' });
    const late = setTimeout(() => {
      log.error(`${old.plan.name} took too long to stop`);
      kill(old, 'SIGKILL');
    }, stopWithinMs);
    await old.ended;
    clearTimeout(late);
  }

  async function replaceEach(): Promise<void> {
    for (const old of [...running]) {
      // Until it has started we cannot know whether it needs replacing, and a second one of its name would come up beside
      // it.
      await old.begun;
      if (isStopping) return;
      if (old.isLeaving || !running.has(old)) continue;
      // Set first, so that it is not restarted if it ends by itself: its replacement is starting.
      old.isLeaving = true;
      try {
        await startPatiently(old.plan);
      } catch (error) {
        old.isLeaving = false;
        if (!running.has(old)) void startAgain(old.plan);
        throw error;
      }
      await takeLeaveOf(old);
      log.info({ process: old.plan.name }, 'a process was replaced');
    }
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearInterval(asking);
    const late = setTimeout(() => {
      for (const member of running) {
        log.error(`${member.plan.name} took too long to stop`);
        process.exitCode = 1;
        kill(member, 'SIGKILL');
      }
    }, stopWithinMs);
    const all = [...running];
    for (const member of all) kill(member, 'SIGTERM');
    await Promise.all(all.map(({ ended }) => ended));
    clearTimeout(late);
  }

  async function startAll([first, ...others]: readonly MemberPlan[]): Promise<void> {
    try {
      if (first) await start(first);
      await Promise.all(others.map(start));
    } catch (error) {
      await stop();
      throw error;
    }
  }

  return {
    ready: startAll(plans),
    replaceAll() {
      replacing ??= replaceEach()
        .catch((error) => log.error({ err: error }, 'processes were not replaced'))
        .finally(() => {
          replacing = undefined;
        });
      return replacing;
    },
    share(connections) {
      for (const { env } of plans) env.DATABASE_POOL_SIZE = String(connections);
      for (const each of running) tell(each, { type: 'share', connections });
    },
    stop,
  };
}
