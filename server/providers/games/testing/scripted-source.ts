// SPDX-License-Identifier: Apache-2.0

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SourceRequest {
  /** Path and query below the base. */
  address: URL;
  authorization: string | undefined;
  at: number;
}

type Script = (request: SourceRequest, response: ServerResponse, raw: IncomingMessage) => void;

export interface ScriptedSource {
  baseUrl: string;
  requests: SourceRequest[];
  /** Sets the answer to all further requests. */
  answer(script: Script): void;
  /** Delays the next request. Resolves once it has arrived, with a function that releases it. */
  hold(): Promise<() => void>;
  close(): Promise<void>;
}

/** A local HTTP server that simulates the game statistics as each test scripts it. */
export async function startScriptedSource(): Promise<ScriptedSource> {
  let script: Script = sendJson(500, { status: 500, error: 'no script' });
  const requests: SourceRequest[] = [];
  let held: ((go: () => void) => void) | undefined;
  const server = createServer((raw, response) => {
    const request = {
      address: new URL(raw.url ?? '/', 'http://source.test'),
      authorization: raw.headers.authorization,
      at: performance.now(),
    };
    requests.push(request);
    const go = () => script(request, response, raw);
    if (!held) return go();
    held(go);
    held = undefined;
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer(next) {
      script = next;
    },
    hold: () =>
      new Promise((resolve) => {
        held = resolve;
      }),
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

export function sendText(status: number, text: string, headers: Record<string, string> = {}): Script {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  };
}

export function sendJson(status: number, body: unknown, headers: Record<string, string> = {}): Script {
  return sendText(status, JSON.stringify(body), headers);
}
