// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Site } from '../../../options.ts';
import { SandboxError, sendPage } from '../../../site.ts';
import { type Faults, faultStatuses } from '../faults.ts';
import {
  type Account,
  banTypes,
  defaultMinutes,
  isPublished,
  platforms,
  proofs,
  type World,
} from '../world.ts';
import { arenaPage } from './page.ts';

const playInput = z
  .strictObject({
    place: z.int().min(1).max(100),
    kills: z.int().min(0).max(99),
    /** How many of the kills are bots. */
    bots: z.int().min(0).default(0),
    mode: z
      .string()
      .regex(/^[a-z-]{1,30}$/)
      .default('solo'),
    type: z
      .string()
      .regex(/^[a-z]{1,30}$/)
      .default('official'),
    isCustom: z.boolean().default(false),
    proof: z.enum(proofs).default('record'),
    minutes: z.number().min(0).max(60).default(defaultMinutes),
    startsInSeconds: z.number().min(-1_500_000).max(86_400).default(0),
  })
  .refine(({ bots, kills }) => bots <= kills, 'bots: must not exceed kills');

const changeInput = z.strictObject({
  name: z.string().min(1).max(32).optional(),
  ban: z.enum(banTypes).optional(),
  exists: z.boolean().optional(),
  publishDelaySeconds: z.number().min(0).max(86_400).optional(),
});

const faultInput = z.strictObject({
  status: z.literal([...faultStatuses], `must be one of ${faultStatuses.join(', ')}`),
  of: z.enum(['players', 'matches', 'all']).default('all'),
});

const accountPath = z.object({ platform: z.enum(platforms), name: z.string() });

/** The second game's Arena at `/arena/pubg`: plays simulated matches and breaks their source, by page and by HTTP. */
export function pubgArena(
  app: FastifyInstance,
  site: Site,
  { world, faults }: { world: World; faults: Faults },
): void {
  const getAccount = (request: FastifyRequest): Account => {
    const { platform, name } = accountPath.parse(request.params);
    const account = world.byId(platform, name) ?? world.byName(platform, name);
    if (!account) throw new SandboxError(404, `No player on ${platform} is named ${name}`);
    return account;
  };

  app.get<{ Querystring: { platform?: string; name?: string } }>('/arena/pubg', async (request, reply) =>
    sendPage(reply, arenaPage({ ...request.query, appUrl: site.appUrl(), timeScale: site.timeScale })),
  );

  app.get('/arena/pubg/players/:platform/:name', async (request) => view(getAccount(request)));

  app.post('/arena/pubg/players/:platform/:name/matches', async (request, reply) => {
    const account = getAccount(request);
    await world.play(account, playInput.parse(request.body));
    return reply.code(201).send(view(account));
  });

  app.patch('/arena/pubg/players/:platform/:name', async (request) => {
    const account = getAccount(request);
    await world.change(account, changeInput.parse(request.body));
    return view(account);
  });

  app.get('/arena/pubg/faults', async () => faults);

  app.put('/arena/pubg/faults', async (request) => Object.assign(faults, faultInput.parse(request.body)));
}

/** A player as the Arena's page and tests see it, newest match first. */
function view({ matches, ...account }: Account): object {
  const now = Date.now();
  return {
    ...account,
    matches: matches.map((match) => ({ ...match, isPublished: isPublished(match, now) })).reverse(),
  };
}
