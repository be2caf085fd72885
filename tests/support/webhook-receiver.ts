// SPDX-License-Identifier: Apache-2.0

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How a path answers; by default it accepts everything. */
export type AnswerWebhook = (response: ServerResponse, webhook: ReceivedWebhook) => void;

/** A system that receives webhooks. Each path can answer differently. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  const answers = new Map<string, AnswerWebhook>();
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { url: path = '', headers } = request;
    const webhook = { path, headers, body: Buffer.concat(chunks).toString() };
    received.push(webhook);
    const answer = answers.get(path);
    if (answer) answer(response, webhook);
    else response.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    at: (path: string) => received.filter((webhook) => webhook.path === path),
    answer: (path: string, answer: AnswerWebhook | number) =>
      answers.set(path, typeof answer === 'number' ? (response) => response.writeHead(answer).end() : answer),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Whether a webhook is signed with this secret (Standard Webhooks). */
export function isSignedBy({ headers, body }: ReceivedWebhook, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}
