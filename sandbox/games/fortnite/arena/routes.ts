// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Site } from '../../../options.ts';
import { SandboxError, sendPage } from '../../../site.ts';
import { type Faults, faultStatuses } from '../faults.ts';
import { arenaPage } from './page.ts';
import { lateParts, type Player } from './player.ts';
import { defaultMatchMinutes, type Players } from './players.ts';

const playInput = z.strictObject({
  placement: z.int().min(1).max(100),
  kills: z.int().min(0).max(99),
  /** Game minutes; what the statistics add is divided by the time scale. */
  minutes: z.number().min(0).max(120).default(defaultMatchMinutes),
});

const changeInput = z.strictObject({
  public: z.boolean().optional(),
  exists: z.boolean().optional(),
  reportDelaySeconds: z.number().min(0).max(86_400).optional(),
  lateParts: z.array(z.enum(lateParts)).optional(),
  lateSeconds: z.number().min(0).max(86_400).optional(),
});

const faultInput = z.strictObject({
  status: z.literal([...faultStatuses], `must be one of ${faultStatuses.join(', ')}`),
  nestedErrors: z.boolean().default(false),
});

interface ArenaDeps {
  players: Players;
  faults: Faults;
}

/** The Arena at `/arena`: plays simulated matches and breaks the statistics source, by page and by HTTP. */
export function arena(app: FastifyInstance, site: Site, { players, faults }: ArenaDeps): void {
  const getPlayer = (request: FastifyRequest): Player => {
    const { epicId } = request.params as { epicId: string };
    const player = players.byAccountId(epicId) ?? players.byName(epicId);
    if (!player) throw new SandboxError(400, 'epicId: must have 1 to 64 characters');
    return player;
  };

  app.get<{ Querystring: { epicId?: string } }>('/arena', async (request, reply) =>
    sendPage(
      reply,
      arenaPage({ epicId: request.query.epicId, appUrl: site.appUrl(), timeScale: site.timeScale }),
    ),
  );

  app.get('/arena/players/:epicId', async (request) => view(players, getPlayer(request)));

  app.post('/arena/players/:epicId/matches', async (request, reply) => {
    const player = getPlayer(request);
    const input = playInput.parse(request.body);
    if (!player.exists)
      throw new SandboxError(409, `${player.name} does not exist: select "Account exists" first`);
    await players.play(player, input);
    return reply.code(201).send(view(players, player));
  });

  app.patch('/arena/players/:epicId', async (request) => {
    const player = getPlayer(request);
    await players.change(player, changeInput.parse(request.body));
    return view(players, player);
  });

  app.post('/arena/players/:epicId/reset', async (request) => {
    const player = getPlayer(request);
    await players.reset(player);
    return view(players, player);
  });

  app.get('/arena/faults', async () => faults);

  app.put('/arena/faults', async (request) => Object.assign(faults, faultInput.parse(request.body)));
}

/** A player as the Arena's page and tests see it: settings, matches (newest first) and reported Solo counters. */
function view(players: Players, player: Player): object {
  const now = Date.now();
  const { solo } = players.reported(player, now);
  return {
    epicId: player.name,
    accountId: player.accountId,
    public: player.public,
    exists: player.exists,
    reportDelaySeconds: player.reportDelaySeconds,
    lateParts: player.lateParts,
    lateSeconds: player.lateSeconds,
    matches: player.matches
      .map((match) => ({
        ...match,
        isReported: match.reportedAt.getTime() <= now,
        isWhole: match.wholeAt.getTime() <= now,
      }))
      .reverse(),
    solo: solo
      ? {
          matches: solo.matches,
          wins: solo.wins,
          top10: solo.topNarrow,
          top25: solo.topWide,
          kills: solo.kills,
          minutesPlayed: solo.minutes,
          playersOutlived: solo.playersOutlived,
          lastModified: solo.lastModified,
        }
      : null,
  };
}
