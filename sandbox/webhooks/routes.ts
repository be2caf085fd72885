// SPDX-License-Identifier: Apache-2.0

import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Site } from '../options.ts';
import { type Markup, markup, page } from '../pages.ts';
import { sendPage } from '../site.ts';

const mostKept = 100;
const answerInput = z.strictObject({
  status: z.int().min(200).max(599).default(204),
  seconds: z.number().min(0).max(60).default(0),
});
const secretInput = z.object({ secret: z.string().max(200) });
const headers = z.object({
  'webhook-id': z.string().min(1),
  'webhook-timestamp': z.coerce.number(),
  'webhook-signature': z.string().min(1),
});

interface Received {
  id: string;
  timestamp: number;
  signature: string;
  body: string;
  /** The status that it was answered with. */
  status: number;
}

/** Whether one of the signatures was made with this secret (Standard Webhooks, version 1). */
function isSigned({ id, timestamp, signature, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signature.split(' ').some((part) => {
    const given = Buffer.from(part.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * An operator's own system that receives webhooks: accepts them at `/webhooks/receive`, shows them at `/webhooks`, and
 * answers as configured there.
 */
export function webhooks(app: FastifyInstance, site: Site): void {
  const received: Received[] = [];
  let secret = '';
  let answer = answerInput.parse({});

  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    // The signature covers the raw bytes.
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/webhooks/receive', async (request, reply) => {
      const given = headers.parse(request.headers);
      const { status, seconds } = answer;
      received.unshift({
        id: given['webhook-id'],
        timestamp: given['webhook-timestamp'],
        signature: given['webhook-signature'],
        body: String(request.body),
        status,
      });
      received.splice(mostKept);
      await delay(seconds * 1000);
      return reply.code(status).send(status === 204 ? undefined : { answered: status });
    });
  });

  app.get('/webhooks/received', async () =>
    received.map((each) => ({ ...each, isSigned: secret !== '' && isSigned(each, secret) })),
  );
  app.put('/webhooks/answer', async (request) => {
    answer = answerInput.parse(request.body);
    return answer;
  });
  app.post('/webhooks/secret', async (request, reply) => {
    secret = secretInput.parse(request.body).secret.trim();
    return reply.redirect('/webhooks', 303);
  });
  app.get('/webhooks', async (_request, reply) => {
    const body = markup`<h1>Webhooks</h1>
<p>Webhooks that the application sends to the operator’s own system. In the dashboard, create a webhook with the address
<strong>${site.publicUrl()}/webhooks/receive</strong>, and enter its signing secret here.</p>
<form method="post" action="/webhooks/secret"><label>Signing secret <input name="secret" value="${secret}" autocomplete="off"></label>
<button type="submit">Check signatures</button></form>
<ul class="list">${received.map((each) => show(each, secret))}</ul>`;
    return sendPage(reply, page({ title: 'Webhooks', body, layout: 'wide' }));
  });
}

function show(webhook: Received, secret: string): Markup {
  const { id, timestamp, body, status } = webhook;
  const isSound = secret !== '' && isSigned(webhook, secret);
  const verdict =
    secret === '' ? 'Not checked: enter the secret above' : isSound ? 'Valid signature' : 'Invalid signature';
  return markup`<li class="card cut"><div><h2>${id}</h2>
<p class="hint">${new Date(timestamp * 1000).toISOString()}, answered ${status}</p>
<p class="said">${body}</p>
<p class="status ${isSound ? 'good' : secret === '' ? '' : 'bad'}">${verdict}</p></div></li>`;
}
