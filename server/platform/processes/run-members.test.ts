// SPDX-License-Identifier: Apache-2.0

import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../log.ts';
import type { FiguresOf, FromMember, ToMember } from './messages.ts';
import { type Members, runMembers } from './run-members.ts';

/** A process that obeys, unless it is hung. */
class FakeWorker extends EventEmitter {
  isHung = false;
  ended = false;
  share: number | undefined;
  /** The figures of all processes, as it received them. */
  figures: readonly FiguresOf[] | undefined;
  readonly name: string;
  readonly env: Record<string, string>;
  readonly process: { pid: number | undefined; kill(signal: string): void };

  constructor(env: Record<string, string>, pid: number | undefined) {
    super();
    this.env = env;
    this.name = env.NAME ?? '';
    this.process = {
      pid,
      kill: (signal) => {
        if (pid === undefined) throw new Error('there is nothing to kill');
        if (signal === 'SIGKILL' || !this.isHung) this.end(null, signal);
      },
    };
  }

  isConnected = () => !this.ended;

  send(message: ToMember): void {
    const { type } = message;
    if (type === 'share') this.share = message.connections;
    if (type === 'all-figures') this.figures = message.all;
    if (this.isHung) return;
    if (type === 'ping') this.say({ type: 'pong' });
    if (type === 'leave') this.end(0, null);
    if (type === 'tell-figures') this.say({ type: 'figures', ask: message.ask, figures: [] });
  }

  say(message: FromMember): void {
    queueMicrotask(() => this.emit('message', message));
  }

  end(code: number | null, signal: string | null): void {
    if (this.ended) return;
    this.ended = true;
    queueMicrotask(() => this.emit('exit', code, signal));
  }
}

const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
let forked: FakeWorker[];
/** What becomes of each process that is started, in order; without an entry it is ready immediately. */
let fates: ((worker: FakeWorker) => void)[];
let members: Members;

const spawnFails = (worker: FakeWorker) => {
  worker.process.pid = undefined;
  worker.ended = true;
  queueMicrotask(() => worker.emit('error', new Error('spawn EAGAIN')));
};
const takesItsTime = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  forked = [];
  fates = [];
  for (const say of Object.values(log)) say.mockReset();
  vi.spyOn(cluster, 'fork').mockImplementation((env) => {
    const fate = fates.shift();
    const worker = new FakeWorker(
      { ...(env as Record<string, string>) },
      fate === spawnFails ? undefined : forked.length + 1,
    );
    forked.push(worker);
    if (fate) fate(worker);
    else worker.say({ type: 'ready' });
    return worker as unknown as Worker;
  });
});
afterEach(async () => {
  const stopped = members.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  await stopped;
  vi.useRealTimers();
});

function run(...names: string[]): Members {
  const plans = names.map((name) => ({ name, env: { NAME: name } }));
  members = runMembers({ plans, log: log as unknown as Logger, stopWithinMs: 20_000 });
  return members;
}

const living = () => forked.filter(({ ended }) => !ended).map(({ name }) => name);
const nth = (index: number) => forked[index] as FakeWorker;

describe('a process that cannot be started', () => {
  it('gives up the start where it is the first time, and says why', async () => {
    fates = [spawnFails];
    await expect(run('web-1').ready).rejects.toThrow('spawn EAGAIN');
    expect(living()).toEqual([]);
  });

  it('is tried again where it had served before', async () => {
    await run('web-1', 'web-2').ready;
    fates = [spawnFails, spawnFails];
    nth(0).end(1, null);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(forked).toHaveLength(5);
    expect(living()).toEqual(['web-2', 'web-1']);
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.objectContaining({ message: 'spawn EAGAIN' }) }),
      'a process does not start',
    );
  });
});

describe('a process that hangs', () => {
  it('is killed after half a minute and started again, others go on', async () => {
    await run('web-1', 'web-2').ready;
    nth(0).isHung = true;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(living()).toEqual(['web-1', 'web-2']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(nth(0).ended).toBe(true);
    expect(living()).toEqual(['web-2', 'web-1']);
  });

  it('is killed where it does not leave, and the next is replaced', async () => {
    await run('web-1', 'web-2').ready;
    const [hung, next] = forked;
    // It still answers pings.
    (hung as FakeWorker).send = ({ type }) => type === 'ping' && (hung as FakeWorker).say({ type: 'pong' });
    const replaced = members.replaceAll();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([hung?.ended, next?.ended]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(15_000);
    await replaced;
    expect([hung?.ended, next?.ended]).toEqual([true, true]);
    expect(living()).toEqual(['web-1', 'web-2']);
  });
});

it('replaces a process that is being started once it has come up', async () => {
  await run('web-1').ready;
  fates = [takesItsTime];
  nth(0).end(1, null);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(forked).toHaveLength(2);
  const replaced = members.replaceAll();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(forked).toHaveLength(2);
  nth(1).say({ type: 'ready' });
  await vi.advanceTimersByTimeAsync(1_000);
  await replaced;
  expect(forked).toHaveLength(3);
  expect(living()).toEqual(['web-1']);
});

it('tells the figures of those that answer, and of which they are missing', async () => {
  await run('web-1', 'web-2').ready;
  nth(1).isHung = true;
  nth(0).say({ type: 'gather-figures', ask: 1 });
  await vi.advanceTimersByTimeAsync(2_000);
  const missing = nth(0).figures?.map(({ process, figures }) => [
    process,
    figures.find(({ name }) => name === 'process_figures_missing')?.values[0]?.value,
  ]);
  expect(missing).toEqual([
    ['web-1', 0],
    ['web-2', 1],
  ]);
});

it('tells all how many connections they may hold by now, and those that come', async () => {
  await run('web-1', 'web-2').ready;
  members.share(7);
  expect(forked.map(({ share }) => share)).toEqual([7, 7]);
  nth(0).end(1, null);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(nth(2).env).toMatchObject({ NAME: 'web-1', DATABASE_POOL_SIZE: '7' });
});
