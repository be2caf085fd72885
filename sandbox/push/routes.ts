// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { openDurableMap } from '../durable-map.ts';
import type { Site } from '../options.ts';
import { SandboxError, sendPage } from '../site.ts';
import { decrypt, UnreadableMessage } from './decrypt.ts';
import { pushPage } from './page.ts';
import { createSubscriptions, type ReceivedMessage, type Subscription } from './subscriptions.ts';
import { findVapidFault } from './vapid.ts';

const mostMessages = 500;
/** The size that push services must accept, and the limit of many (RFC 8030). */
const largestBytes = 4_096;

/** What the service does instead of accepting a message; `hang` never answers. */
export const pushFaults = ['none', 'gone', 'busy', 'broken', 'refuse', 'lost', 'hang'] as const;
const faultInput = z.strictObject({
  fault: z.enum(pushFaults),
  times: z.int().min(1).nullable().default(null),
  retryAfterSeconds: z.int().min(1).nullable().default(null),
});
const statuses = { gone: 410, busy: 429, broken: 503, refuse: 400 } as const;

const newSubscription = z.strictObject({ serverKey: z.string().regex(/^[\w-]{87}$/) });
const headers = z.object({
  ttl: z.coerce.number({ error: 'TTL is missing' }).int().min(0),
  'content-encoding': z.literal('aes128gcm'),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .optional(),
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).optional(),
});

type WithId = { Params: { id: string } };

/** A push service (RFC 8030) with its browsers: accepts messages, decrypts them and shows them at `/push`. */
export async function push(
  app: FastifyInstance,
  site: Site,
  { path }: { path: string | undefined },
): Promise<{ close(): Promise<void> }> {
  const map = await openDurableMap(path);
  const subscriptions = createSubscriptions(map);
  const messages: ReceivedMessage[] = [];
  const faults: z.output<typeof faultInput> = { fault: 'none', times: null, retryAfterSeconds: null };

  /** The fault for this call. */
  function consumeFault(): (typeof pushFaults)[number] {
    const { fault } = faults;
    if (fault !== 'none' && faults.times !== null) {
      faults.times -= 1;
      if (faults.times <= 0) Object.assign(faults, { fault: 'none', times: null });
    }
    return fault;
  }

  function take(subscription: Subscription, request: FastifyRequest): ReceivedMessage {
    const asked = headers.parse(request.headers);
    const body = request.body as Buffer;
    if (body.length > largestBytes)
      throw new SandboxError(413, `The message has ${body.length} bytes; the limit is ${largestBytes}`);
    const message = {
      id: randomUUID(),
      subscriptionId: subscription.id,
      receivedAt: new Date().toISOString(),
      text: decrypt(body, subscription.receiver),
      ttlSeconds: asked.ttl,
      topic: asked.topic ?? null,
      urgency: asked.urgency ?? null,
    };
    messages.push(message);
    messages.splice(0, messages.length - mostMessages);
    return message;
  }

  async function receive(request: FastifyRequest<WithId>, reply: FastifyReply): Promise<unknown> {
    const fault = consumeFault();
    if (fault === 'hang') return new Promise(() => {});
    if (fault !== 'none' && fault !== 'lost') {
      if (faults.retryAfterSeconds !== null) reply.header('retry-after', faults.retryAfterSeconds);
      if (fault === 'gone') await subscriptions.remove(request.params.id);
      return reply.code(statuses[fault]).send({ error: `The push service is set to "${fault}"` });
    }
    const subscription = subscriptions.find(request.params.id);
    if (!subscription) throw new SandboxError(410, 'This subscription has ended');
    const vapidFault = findVapidFault(request.headers.authorization, {
      origin: site.publicUrl(),
      serverKey: subscription.serverKey,
      nowS: Date.now() / 1_000,
    });
    if (vapidFault) throw new SandboxError(vapidFault.status, vapidFault.reason);
    try {
      const { id } = take(subscription, request);
      if (fault === 'lost') {
        reply.hijack();
        request.raw.socket.destroy();
        return undefined;
      }
      return reply.code(201).header('location', `${site.publicUrl()}/push/messages/${id}`).send();
    } catch (error) {
      if (error instanceof UnreadableMessage) throw new SandboxError(400, error.message);
      throw error;
    }
  }

  await app.register(async (service) => {
    service.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    service.post<WithId>('/push/send/:id', receive);
  });
  app.post('/push/subscriptions', async (request) => {
    const { id, receiver } = await subscriptions.add(newSubscription.parse(request.body).serverKey);
    return {
      id,
      endpoint: `${site.publicUrl()}/push/send/${id}`,
      keys: {
        p256dh: receiver.keyPair.getPublicKey('base64url'),
        auth: receiver.auth.toString('base64url'),
      },
    };
  });
  app.delete<WithId>('/push/subscriptions/:id', async (request) => {
    if (!(await subscriptions.remove(request.params.id))) throw new SandboxError(404, 'No such subscription');
    return {};
  });
  app.get<{ Querystring: { subscription?: string } }>('/push/messages', async (request) =>
    messages
      .filter(({ subscriptionId }) => subscriptionId.includes(request.query.subscription ?? ''))
      .toReversed(),
  );
  app.get('/push', async (_request, reply) => sendPage(reply, pushPage()));
  app.get('/push/faults', async () => faults);
  app.put('/push/faults', async (request) => Object.assign(faults, faultInput.parse(request.body)));
  return { close: () => map.saved() };
}
