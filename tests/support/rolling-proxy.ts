// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { patient } from './patience.ts';

/** Successful calls so far. */
export interface PassedOn {
  /** GET and HEAD. */
  looked: number;
  changed: number;
  /** Answers that ask the caller to slow down. */
  limited: number;
  /** Entries refused with `readings_busy`, because readings are overdue, as on a machine that can't keep up. */
  busy: number;
  /** Scripts and styles that a page of one release requested from a process of another release. */
  ofOthers: number;
  /** Each failed call, with the reason. */
  failed: string[];
}

/** A proxy as operators put in front of several processes (docs/operate.md). */
export interface RollingProxy extends PassedOn {
  url: string;
  /** Checks whether the process is ready, and sends it calls while it is. */
  add(url: string): void;
  close(): Promise<void>;
}

interface Upstream {
  url: string;
  isReady: boolean;
  open: number;
  /** The number of the last call sent to it. */
  lastCall: number;
}

const askEachMs = 500;
const askWithinMs = patient(2_000);
/** Less than the processes' 72 seconds, so that no connection is used while it is being closed. */
const idleMs = 60_000;

/**
 * A proxy on a free port of 127.0.0.1 that sends each call to the process with the fewest open calls, in turn if equal.
 * It never retries: a call without an answer has failed.
 * @param keepsAddresses trusts callers' addresses (X-Forwarded-For), so that each simulated player has their own
 */
export async function startRollingProxy({ keepsAddresses = false } = {}): Promise<RollingProxy> {
  const agent = new Agent({ keepAlive: true, timeout: idleMs });
  const upstreams: Upstream[] = [];
  const counts: PassedOn = { looked: 0, changed: 0, limited: 0, busy: 0, ofOthers: 0, failed: [] };
  let isOver = false;
  let calls = 0;

  async function watch(upstream: Upstream): Promise<void> {
    while (!isOver) {
      const answer = await fetch(`${upstream.url}/readyz`, {
        signal: AbortSignal.timeout(askWithinMs),
      }).catch(() => undefined);
      upstream.isReady = answer?.ok ?? false;
      await answer?.body?.cancel();
      await delay(askEachMs, undefined, { ref: false });
    }
  }

  function pass(from: IncomingMessage, to: ServerResponse): void {
    const call = `${from.method} ${from.url}`;
    counts[from.method === 'GET' || from.method === 'HEAD' ? 'looked' : 'changed']++;
    const upstream = upstreams
      .filter(({ isReady }) => isReady)
      .sort((a, b) => a.open - b.open || a.lastCall - b.lastCall)[0];
    let isJudged = false;
    const fail = (why: string) => {
      if (isJudged || isOver) return;
      isJudged = true;
      counts.failed.push(`${call}: ${why}`);
      if (!to.headersSent) to.writeHead(502);
      to.end();
    };
    if (!upstream) {
      fail('no process is ready');
      return;
    }
    upstream.open++;
    upstream.lastCall = ++calls;
    const given = keepsAddresses ? from.headers['x-forwarded-for'] : undefined;
    const headers = { ...from.headers, 'x-forwarded-for': given ?? from.socket.remoteAddress };
    const asked = request(`${upstream.url}${from.url}`, { agent, method: from.method, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      if (status === 429) counts.limited++;
      to.writeHead(status, answer.headers);
      answer.pipe(to);
      const said: Buffer[] = [];
      if (status >= 500) answer.on('data', (part) => said.push(part));
      answer.once('end', () => {
        const body = Buffer.concat(said).toString();
        if (status === 503 && body.includes('"readings_busy"')) counts.busy++;
        else if (status >= 500) fail(`answered ${status}: ${body.slice(0, 200)}`);
        else if (status === 404 && from.url?.startsWith('/assets/')) counts.ofOthers++;
        isJudged = true;
      });
      answer.once('error', (error) => fail(`broke off: ${error.message}`));
    });
    asked.once('error', (error) => fail(error.message));
    asked.once('close', () => upstream.open--);
    to.once('close', () => {
      if (!to.writableFinished) fail('the client gave up');
      asked.destroy();
    });
    from.pipe(asked);
  }

  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(counts, {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    add(url: string) {
      const upstream = { url, isReady: false, open: 0, lastCall: 0 };
      upstreams.push(upstream);
      void watch(upstream);
    },
    async close() {
      isOver = true;
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
