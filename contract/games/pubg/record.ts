// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { type MatchRecord, schemas } from './schemas.ts';

const time = z.iso.datetime({ offset: true });

const attributes = z.object({
  createdAt: time,
  duration: z.number().nonnegative(),
  gameMode: z.string(),
  matchType: z.string(),
  isCustomMatch: z.boolean(),
  mapName: z.string(),
});

const participant = z.object({
  type: z.literal('participant'),
  id: z.string(),
  attributes: z.object({
    stats: z.object({
      playerId: z.string(),
      kills: z.int().nonnegative(),
      winPlace: z.int().nonnegative(),
      deathType: z.string(),
    }),
  }),
});

const roster = z.object({
  type: z.literal('roster'),
  attributes: z.object({ stats: z.object({ rank: z.int().positive() }) }),
  relationships: z.object({ participants: z.object({ data: z.array(z.object({ id: z.string() })) }) }),
});

const asset = z.object({
  type: z.literal('asset'),
  attributes: z.object({ name: z.string(), createdAt: time, URL: z.string().optional() }),
});

const answer = z.object({
  data: z.object({ type: z.literal('match'), id: z.string(), attributes }),
  included: z.array(z.unknown()),
});

const isOf = (type: string) => (item: unknown) =>
  typeof item === 'object' && item !== null && (item as { type?: unknown }).type === type;

/** A match as the publisher shows it to anybody. */
export interface PublicMatch {
  /** Undefined where this account took no part. */
  record: MatchRecord | undefined;
  /** Where the match's telemetry is. */
  telemetryUrl: string | null;
}

/**
 * Reads the public record of a match: the same for the server and for whoever checks a result with the publisher.
 * @param accountId whose match it is
 * @returns the place in the answer where it has another shape, if it does
 */
export function readPublicMatch(json: unknown, accountId: string): PublicMatch | { wrongAt: string } {
  const parsed = answer.safeParse(json);
  if (!parsed.success) return wrongAt(parsed.error);
  const { data, included } = parsed.data;
  const people = z.array(participant).safeParse(included.filter(isOf('participant')));
  if (!people.success) return wrongAt(people.error, 'participant');
  const rosters = z.array(roster).safeParse(included.filter(isOf('roster')));
  if (!rosters.success) return wrongAt(rosters.error, 'roster');
  const assets = z.array(asset).safeParse(included.filter(isOf('asset')));
  if (!assets.success) return wrongAt(assets.error, 'asset');

  const telemetry = assets.data.find(({ attributes: { name } }) => name === 'telemetry')?.attributes;
  const telemetryUrl = telemetry?.URL ?? null;
  const player = people.data.find(({ attributes: { stats } }) => stats.playerId === accountId);
  if (!player) return { record: undefined, telemetryUrl };
  const team = rosters.data.find(({ relationships }) =>
    relationships.participants.data.some(({ id }) => id === player.id),
  );
  const { stats } = player.attributes;
  const isAlone = /^solo(?:-|$)/.test(data.attributes.gameMode);
  const place = isAlone ? stats.winPlace : team?.attributes.stats.rank;
  const record = schemas.record.safeParse({
    id: data.id,
    createdAt: toIso(data.attributes.createdAt),
    durationSeconds: Math.floor(data.attributes.duration),
    mode: data.attributes.gameMode,
    type: data.attributes.matchType,
    isCustom: data.attributes.isCustomMatch,
    map: data.attributes.mapName,
    storedAt: telemetry ? toIso(telemetry.createdAt) : null,
    startedAt: null,
    place,
    kills: stats.kills,
    botsKilled: people.data.filter(isKilledBot).length,
    botKills: null,
  } satisfies Record<keyof MatchRecord, unknown>);
  return record.success ? { record: record.data, telemetryUrl } : wrongAt(record.error, 'record');
}

const toIso = (text: string) => new Date(text).toISOString();

/** Bots have ids of their own kind. */
const isKilledBot = ({ attributes: { stats } }: z.infer<typeof participant>) =>
  stats.playerId.startsWith('ai.') && stats.deathType === 'byplayer';

function wrongAt({ issues }: z.ZodError, within = ''): { wrongAt: string } {
  return { wrongAt: [within, ...(issues[0]?.path ?? [])].filter((part) => part !== '').join('.') };
}
