// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { openDurableMap } from '../durable-map.ts';
import type { Site } from '../options.ts';
import { SandboxError, sendPage } from '../site.ts';
import { createMessages, type Message } from './messages.ts';
import { inboxPage } from './page.ts';
import { type MailFault, mailFaults, startSmtp } from './smtp.ts';

const faultInput = z.strictObject({
  fault: z.enum(mailFaults),
  times: z.int().min(1).nullable().default(null),
});

interface InboxOptions {
  host: string;
  /** Where messages are stored across restarts. */
  path: string | undefined;
}

/** Receives all mail to anyone: a mail server on its own port, and `/inbox` to read it. */
export async function inbox(
  app: FastifyInstance,
  site: Site,
  { host, path }: InboxOptions,
): Promise<{ smtpUrl: string; close(): Promise<void> }> {
  const map = await openDurableMap(path);
  const messages = createMessages(map);
  const faults: MailFault = { fault: 'none', times: null };
  const smtp = await startSmtp({ host, messages, faults, log: site.log });
  const smtpUrl = `smtp://${host === '::1' ? '[::1]' : host}:${smtp.port}`;

  const getMessage = (id: string): Message => {
    const message = messages.find(id);
    if (!message) throw new SandboxError(404, 'No such message');
    return message;
  };
  type WithId = { Params: { id: string } };

  app.get<{ Querystring: { to?: string } }>('/inbox', async (request, reply) =>
    sendPage(reply, inboxPage(request.query.to)),
  );
  app.get<{ Querystring: { to?: string } }>('/inbox/messages', async (request) =>
    messages.list(request.query.to).map(({ raw: _raw, ...message }) => message),
  );
  app.get<WithId>('/inbox/messages/:id', async (request) => getMessage(request.params.id));
  // Limits what a mail's content may do: it is only displayed, inside the inbox.
  app.get<WithId>('/inbox/messages/:id/html', async (request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups; frame-ancestors 'self'",
      )
      .type('text/html; charset=utf-8')
      .send(getMessage(request.params.id).html),
  );
  app.get('/inbox/faults', async () => faults);
  app.put('/inbox/faults', async (request) => Object.assign(faults, faultInput.parse(request.body)));

  return {
    smtpUrl,
    close: async () => {
      await smtp.close();
      await map.saved();
    },
  };
}
