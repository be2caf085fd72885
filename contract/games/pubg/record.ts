// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { isClassic } from './matches.ts';
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
  id: z.string(),
  attributes: z.object({
    stats: z.object({
      playerId: z.string(),
      name: z.unknown().optional(),
      // Only the player's own figures are required, so that an odd entry of a stranger never spoils the match.
      kills: z.unknown(),
      winPlace: z.unknown(),
      deathType: z.unknown(),
    }),
  }),
});

const roster = z.object({
  attributes: z.object({ stats: z.object({ rank: z.unknown() }) }),
  relationships: z.object({ participants: z.object({ data: z.array(z.object({ id: z.string() })) }) }),
});

const telemetryAsset = z.object({
  attributes: z.object({ name: z.literal('telemetry'), createdAt: time, URL: z.string().optional() }),
});

const answer = z.object({
  data: z.object({ type: z.literal('match'), id: z.string(), attributes }),
  included: z.array(z.unknown()),
});

const isOf = (type: string) => (item: unknown) =>
  typeof item === 'object' && item !== null && (item as { type?: unknown }).type === type;

/** A match as the publisher shows it to everyone. */
export interface PublicMatch {
  record: MatchRecord;
  /** Where the match's telemetry is. */
  telemetryUrl: string | null;
}

/** Whose match it is: by the permanent id, by the name at that time, or by the result where the name is hidden. */
export type Whose = { id: string } | { name: string } | { place: number | null; kills: number };

/**
 * Reads the public record of a match: the same for the server and for whoever checks a result with the publisher.
 * @returns the place in the answer where it has another shape, if it does
 */
export function readPublicMatch(json: unknown, whose: Whose): PublicMatch | { wrongAt: string } {
  const parsed = answer.safeParse(json);
  if (!parsed.success) return wrongAt(parsed.error);
  const { data, included } = parsed.data;
  const participants = included.filter(isOf('participant'));
  const people = participants.flatMap((item) => participant.safeParse(item).data ?? []);
  const rosters = included.filter(isOf('roster')).flatMap((item) => roster.safeParse(item).data ?? []);
  const [telemetry] = included
    .filter(isOf('asset'))
    .flatMap((item) => telemetryAsset.safeParse(item).data?.attributes ?? []);

  const head = {
    id: data.id,
    createdAt: toIso(data.attributes.createdAt),
    durationSeconds: Math.floor(data.attributes.duration),
    mode: data.attributes.gameMode,
    type: data.attributes.matchType,
    isCustom: data.attributes.isCustomMatch,
    map: data.attributes.mapName,
    storedAt: telemetry ? toIso(telemetry.createdAt) : null,
    startedAt: null,
    place: null,
    kills: 0,
    // An entry without an id may be a bot.
    botsKilled: participants.length - people.filter(isNoKilledBot).length,
    botKills: null,
  } satisfies MatchRecord;
  const full = schemas.record.safeParse({ ...head, ...getOwn(whose, head.mode, people, rosters) });
  // Matches that never count may have a different shape.
  const record = full.success || isClassic(head) ? full : schemas.record.safeParse(head);
  if (!record.success) return wrongAt(record.error, 'record');
  return { record: record.data, telemetryUrl: telemetry?.URL ?? null };
}

/** What the record shows of the player. */
function getOwn(
  whose: Whose,
  mode: string,
  people: readonly z.infer<typeof participant>[],
  rosters: readonly z.infer<typeof roster>[],
): { place?: unknown; kills?: unknown } {
  const isAlone = /^solo(?:-|$)/.test(mode);
  for (const { id, attributes } of people) {
    const { playerId, name, winPlace, kills } = attributes.stats;
    // Bots may have anybody's name.
    if (isBot(playerId)) continue;
    const team = rosters.find(({ relationships }) =>
      relationships.participants.data.some((member) => member.id === id),
    );
    const own = { place: isAlone ? winPlace : team?.attributes.stats.rank, kills };
    const isOwn =
      'id' in whose
        ? playerId === whose.id
        : 'name' in whose
          ? name === whose.name
          : own.place === whose.place && own.kills === whose.kills;
    if (isOwn) return own;
  }
  return {};
}

const toIso = (text: string) => new Date(text).toISOString();

const isBot = (playerId: string) => playerId.startsWith('ai.');

const isNoKilledBot = ({ attributes: { stats } }: z.infer<typeof participant>) =>
  !isBot(stats.playerId) || stats.deathType === 'alive';

function wrongAt({ issues }: z.ZodError, within = ''): { wrongAt: string } {
  return { wrongAt: [within, ...(issues[0]?.path ?? [])].filter((part) => part !== '').join('.') };
}
