// SPDX-License-Identifier: Apache-2.0

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Logger } from '../log.ts';
import { isRefusal } from '../refusal.ts';
import type { ReportAnswer } from './answered.ts';
import { type JsonText, toRawAnswer } from './answers.ts';
import { type Authenticate, type DemandFactor, mayCall, requireSession } from './authentication.ts';
import type { Memory } from './cached-answer.ts';

interface CachedCall extends Memory {
  /** Its whole path, without a query. */
  url: string;
  endpoint: Endpoint;
}

interface Found {
  route: string;
  headers: string[];
  content: string | Buffer;
}

/** Faults may come with every call: the shortest time between two log lines about them. */
const logIntervalMs = 60_000;

export interface CachedListsDeps {
  log: Logger;
  authenticate: Authenticate;
  demandFactor: DemandFactor;
  /** Takes one of the address's leased permits, if any is left (rate-limit.ts). */
  takePermit(address: string): boolean;
  getAddress(request: IncomingMessage): string;
  getRequestId(request: IncomingMessage): string;
  /** The headers of every answer. */
  headers: Readonly<Record<string, string>>;
  reportAnswer: ReportAnswer;
  /** Whether calls must go through Fastify now: each is traced or logged, or the server is about to close. */
  isClosed(): boolean;
}

export interface CachedLists {
  add(call: CachedCall): void;
  /** Leaves every call to Fastify while `isSo`: its answers then have more than the common headers. */
  bypassWhile(isSo: () => boolean): void;
  /** Answers a call if all it needs is in memory. Otherwise returns false, without any effect. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Answers lists that are the same for everyone straight from memory, before Fastify, which takes as long again as
 * `node:http`. Only gives successful answers. If a session, a permit or the list must be looked up, or the call would
 * be refused, it continues to Fastify without a trace (docs/decisions/0004).
 */
export function createCachedLists(deps: CachedListsDeps): CachedLists {
  const { authenticate, demandFactor, reportAnswer } = deps;
  const authenticateFromMemory: Authenticate = (token, isUse) => authenticate(token, isUse, true);
  const kept = new Map<string, CachedCall>();
  const reasons = [deps.isClosed];
  const common = Object.entries(deps.headers).flat();
  const answers = new WeakMap<JsonText, { headers: readonly string[]; content: string | Buffer }>();

  function toAnswer(json: JsonText) {
    let answer = answers.get(json);
    if (!answer) {
      const { headers, content } = toRawAnswer(json);
      answer = { headers: [...common, ...headers, 'x-request-id'], content };
      answers.set(json, answer);
    }
    return answer;
  }

  /** Whether the caller may have the answer, as far as is known without the database. */
  function isAdmitted(request: IncomingMessage, endpoint: Endpoint): boolean {
    if (endpoint.access === 'public') return true;
    const session = requireSession(request, authenticateFromMemory);
    if (session instanceof Promise || isRefusal(session)) return false;
    return mayCall(session, endpoint.access) && !demandFactor(session, endpoint);
  }

  /** The answer to a call from memory; undefined if anything is missing. */
  function find(request: IncomingMessage): Found | undefined {
    const call = kept.get(request.url as string);
    if (!call || request.method !== 'GET' || reasons.some((isSo) => isSo())) return undefined;
    const json = call.fromMemory(request.headers['accept-encoding'] as string | undefined);
    if (!json || !isAdmitted(request, call.endpoint) || !deps.takePermit(deps.getAddress(request))) {
      return undefined;
    }
    const { headers, content } = toAnswer(json);
    return { route: call.url, headers: [...headers, deps.getRequestId(request)], content };
  }

  let saidAt = Number.NEGATIVE_INFINITY;
  /** Logs an exception, which would end the process, and leaves the answer to Fastify. */
  function tryToFind(request: IncomingMessage): Found | undefined {
    try {
      return find(request);
    } catch (error) {
      if (performance.now() - saidAt > logIntervalMs) {
        saidAt = performance.now();
        deps.log.error({ err: error, route: request.url }, 'could not answer from memory');
      }
      return undefined;
    }
  }

  return {
    add(call) {
      kept.set(call.url, call);
    },
    bypassWhile(isSo) {
      reasons.push(isSo);
    },
    answer(request, response) {
      const startedAt = performance.now();
      const found = tryToFind(request);
      if (!found) return false;
      response.writeHead(200, found.headers);
      response.end(found.content, 'latin1');
      const seconds = (performance.now() - startedAt) / 1000;
      reportAnswer({ method: 'GET', route: found.route, status: 200, seconds });
      return true;
    },
  };
}
