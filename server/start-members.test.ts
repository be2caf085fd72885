// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { membersOf } from '../tests/support/child-processes.ts';
import { type RunningApp, startApp } from '../tests/support/e2e/app.ts';
import { patient } from '../tests/support/patience.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { toSold } from './features/shop/journal-entries.ts';
import { openJournal } from './platform/journal/journal.ts';

/** A connection that was handed to a process that is then killed gets no answer. */
const patienceMs = 4_000;
const metricsToken = 'a token for tests';
const journalFolder = makeScratchFolder('members-journal');
const soldCode = { id: randomUUID(), print: '', purchaseId: randomUUID(), gcCoin: 100 };

describe('one start with WEB_PROCESSES=2', () => {
  let app: RunningApp;
  let output = '';
  beforeAll(async () => {
    app = await startApp({
      env: {
        WEB_PROCESSES: '2',
        METRICS_TOKEN: metricsToken,
        LOG_LEVEL: 'info',
        JOURNAL_URL: journalFolder,
      },
    });
    app.process.stdout?.on('data', (chunk) => {
      output += chunk;
    });
  });
  afterAll(async () => {
    await app?.stop();
    rmSync(journalFolder, { recursive: true, force: true });
  });

  /** Every working process reports each figure. */
  const allWork = () =>
    vi.waitFor(async () => expect(Object.keys(await figure('database_listening'))).toHaveLength(3), {
      interval: 100,
    });
  const members = () => membersOf(app.process.pid);

  /** What each process reports for one figure. */
  async function figure(name: string): Promise<Record<string, number>> {
    const answer = await fetch(`${app.url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    expect(answer.status).toBe(200);
    const lines = (await answer.text()).split('\n').filter((line) => line.startsWith(`${name}{`));
    return Object.fromEntries(
      lines.map((line) => [/process="([^"]+)"/.exec(line)?.[1], Number(line.split(' ').at(-1))]),
    );
  }

  /** Makes requests on separate connections, as many clients do. */
  async function askOften(times: number): Promise<(number | undefined)[]> {
    const answers = Array.from({ length: times }, async () => {
      const [answer] = await once(
        get(`${app.url}/api/v1/config`, { agent: false, signal: AbortSignal.timeout(patient(patienceMs)) }),
        'response',
      );
      (answer as IncomingMessage).resume();
      return (answer as IncomingMessage).statusCode;
    });
    return Promise.all(answers);
  }

  it('serves by both, works by a third, and tells the figures of all at one address', async () => {
    await allWork();
    expect(new Set(await askOften(20))).toEqual(new Set([200]));
    const listening = await figure('database_listening');
    expect(listening).toEqual({ 'web-1': 1, 'web-2': 1, worker: 1 });
    const answered = await figure('http_request_duration_seconds_count');
    expect(Object.keys(answered)).toEqual(expect.arrayContaining(['web-1', 'web-2']));
    expect(answered.worker).toBeUndefined();
  });

  it('goes on while one of them is killed, and starts another in its place', { tags: ['long'] }, async () => {
    await allWork();
    // The journal was checked before the first process started: reading all of it may take longer than a process may.
    const journal = await openJournal({ kind: 'folder', path: journalFolder });
    await journal.write(toSold({ orderId: randomUUID(), playerId: randomUUID(), codes: [soldCode] }));
    await journal.close();
    const before = members();
    process.kill(before[0] as number, 'SIGKILL');
    await vi.waitFor(() => expect(members()).not.toContain(before[0]));
    // A connection that it was handed right before its end is lost.
    const allServed = async () => expect(new Set(await askOften(10))).toEqual(new Set([200]));
    await vi.waitFor(allServed);
    await allWork();
    expect(members().filter((pid) => before.includes(pid))).toHaveLength(2);
  });

  it('replaces all of them without a failed call', { tags: ['long'] }, async () => {
    await allWork();
    const before = members();
    let isOver = false;
    const failed: unknown[] = [];
    let served = 0;
    const asking = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const answer = await fetch(`${app.url}/api/v1/config`).catch((error: Error) => error.cause);
        if (answer instanceof Response && answer.ok) served++;
        else failed.push(answer instanceof Response ? answer.status : answer);
        await (answer instanceof Response ? answer.arrayBuffer() : undefined);
        // Without the database, which a busy machine may hold up for the second that the answer waits for it.
        const ready = await fetch(`${app.url}/readyz?exclude=database`);
        if (ready.status !== 200) failed.push(`/readyz ${ready.status}`);
        await ready.arrayBuffer();
        await delay(5);
      }
    });
    app.process.kill('SIGUSR2');
    await vi.waitFor(() => expect(members().filter((pid) => before.includes(pid))).toEqual([]), {
      interval: 200,
    });
    isOver = true;
    await Promise.all(asking);
    expect(failed).toEqual([]);
    expect(served).toBeGreaterThan(500);
    await allWork();
  });

  it('ends a process once that is told to stop while it leaves', { tags: ['long'] }, async () => {
    await allWork();
    const before = members();
    const alreadySaid = output.length;
    const stopping = () =>
      output
        .slice(alreadySaid)
        .split('\n')
        .filter((line) => line.includes('"stopping"'))
        .map((line) => /"pid":(\d+)/.exec(line)?.[1]);
    app.process.kill('SIGUSR2');
    await vi.waitFor(() => expect(stopping()).toHaveLength(1));
    const [leaving] = stopping();
    process.kill(Number(leaving), 'SIGTERM');
    await vi.waitFor(() => expect(members().filter((pid) => before.includes(pid))).toEqual([]), {
      interval: 200,
    });
    expect(stopping().filter((pid) => pid === leaving)).toEqual([leaving]);
    await allWork();
  });

  it('leaves none behind when told to stop', async () => {
    await allWork();
    const all = members();
    expect(all).toHaveLength(3);
    const exited = once(app.process, 'exit');
    app.process.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
