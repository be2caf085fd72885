// SPDX-License-Identifier: Apache-2.0

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FinalRingClient } from '@finalring/client';
import { verifyWebhook, WebhookError } from '@finalring/client/webhooks';
import { type Discord, DiscordBusy } from './discord.js';
import { toMessage } from './messages.js';
import type { Seen } from './seen.js';

export interface BotParts {
  secret: string;
  finalring: FinalRingClient;
  discord: Discord;
  seen: Seen;
  log: (line: string) => void;
}

/** More than any event has. */
const maxBytes = 64 * 1024;

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Takes FinalRing's webhooks: verifies each, posts it once, and answers 2xx only when Discord has it, so that what did not get
 * through comes again by itself.
 */
export function createBot({ secret, finalring, discord, seen, log }: BotParts): Server {
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return answer(response, 405);
    const body = await readBody(request);
    if (!body) return answer(response, 413);
    const event = verifyWebhook({ body, headers: request.headers, secret });
    // Two tries of one event may overlap; the one that comes second waits for its turn to be told again.
    if (seen.has(event.id)) return answer(response, 204);
    if (!seen.begin(event.id)) return answer(response, 503, { 'retry-after': '5' });
    try {
      const message = await toMessage(event, finalring);
      if (message) await discord.post(message);
      seen.keep(event.id);
      log(`${event.type} ${event.id}: ${message ? 'announced' : 'nothing to say'}`);
      answer(response, 204);
    } finally {
      seen.end(event.id);
    }
  }

  return createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      log(error instanceof Error ? error.message : String(error));
      if (error instanceof WebhookError) answer(response, 400);
      else if (error instanceof DiscordBusy) answer(response, 503, { 'retry-after': String(error.seconds) });
      else answer(response, 502);
    });
  });
}

function answer(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end();
}
