// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { openKeptMap } from '../kept-map.ts';
import { markup, page } from '../pages.ts';
import { sendPage } from '../site.ts';

const head = z.object({
  size: z.int().positive(),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  sealedAt: z.string(),
  keyId: z.string(),
  signature: z.string(),
});
const testimony = z.object({ log: z.object({ origin: z.string() }), heads: z.array(head).min(1) });
const kept = head.extend({ origin: z.string(), isContradicted: z.boolean() });
type KeptHead = z.output<typeof kept>;

const shown = 50;

/**
 * Somebody else's place that keeps the roots of the sealed ledger: the first of each size for ever, and whether another one
 * was told later. Shows them at `/witness`.
 */
export async function witness(
  app: FastifyInstance,

  { path }: { path: string | undefined },
): Promise<{ close(): Promise<void> }> {
  const map = await openKeptMap(path);

  app.post('/witness/heads', async (request, reply) => {
    const told = testimony.parse(request.body);
    const { origin } = told.log;
    for (const each of told.heads) {
      const key = `${origin} ${each.size}`;
      const before = kept.safeParse(map.get(key)).data;
      const isContradicted = before !== undefined && (before.isContradicted || before.root !== each.root);
      map.set(key, { ...(before ?? { ...each, origin }), isContradicted });
    }
    await map.saved();
    return reply.code(204).send();
  });

  const list = (): KeptHead[] =>
    map
      .entries()
      .map(([, value]) => kept.parse(value))
      .reverse();
  app.get('/witness/heads', async () => list());
  app.get('/witness', async (_request, reply) => {
    const items = list()
      .slice(0, shown)
      .map(
        (each) => markup`<li class="card cut"><div><h2>Size ${each.size}</h2>
<p class="hint">${each.sealedAt}, key ${each.keyId}, ${each.origin}</p>
<p class="said">${each.root}</p>
${each.isContradicted ? markup`<p class="status bad">Another root of the same size was told later: the ledger was rewritten.</p>` : ''}</div></li>`,
      );
    const body = markup`<h1>Witness</h1>
<p>Signed roots of the sealed ledger, as the application told them. What stands here first stays.</p>
<ul class="list">${items}</ul>`;
    return sendPage(reply, page({ title: 'Witness', body, layout: 'wide' }));
  });
  return { close: () => map.saved() };
}
