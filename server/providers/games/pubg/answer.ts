// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { lineOfText } from '../../../../contract/endpoint.ts';
import { accountId } from '../../../../contract/games/pubg/account.ts';
import { parseJson, quoted, readWait, type WaitHeaders } from '../http-answer.ts';

/** An account as the publisher shows it to everyone. */
export interface PubgPlayer {
  id: string;
  /** The current spelling. Players may change it. */
  name: string;
  isBanned: boolean;
  /** Ids of the matches of the last 14 days. */
  matchIds: string[];
}

/** The publisher's answer about up to ten accounts: the known ones. */
type Told =
  /** `oddAt`: where accounts with an unexpected shape were skipped, if any. */
  | { kind: 'players'; players: PubgPlayer[]; oddAt?: string }
  /** `until`, also in a fault: when requests are accepted again, if the answer says so. */
  | { kind: 'rate-limited'; until: Date | null }
  /** `isKeyRefused`: the publisher rejects the key. */
  | { kind: 'fault'; detail: string; until?: Date; isKeyRefused?: true };
/** `limit`: requests a minute that the key is granted, if the answer says so. */
export type PlayersAnswer = Told & { limit: number | null };

const player = z
  .object({
    type: z.literal('player'),
    id: z.string().regex(accountId),
    attributes: z.object({
      name: z.string().min(1).max(64).regex(lineOfText),
      // Answers from before bans were shown lack this field.
      banType: z.string().nullish(),
    }),
    relationships: z.object({
      matches: z.object({ data: z.array(z.object({ id: z.string().regex(/^[\w-]{1,64}$/) })).max(5000) }),
    }),
  })
  .transform(
    ({ id, attributes: { name, banType }, relationships }): PubgPlayer => ({
      id,
      name,
      isBanned: (banType ?? 'Innocent') !== 'Innocent',
      matchIds: relationships.matches.data.map((match) => match.id),
    }),
  );

/** 401 is documented for a wrong key. A key that was withdrawn, or may not ask this, can also be forbidden. */
export const refusesKey = (status: number) => status === 401 || status === 403;

const good = z.object({ data: z.array(z.unknown()).max(10) });

const bad = z
  .object({
    errors: z.array(z.object({ title: z.string().optional(), detail: z.string().optional() })).min(1),
  })
  .transform(({ errors: [error] }) => error?.detail ?? error?.title ?? '');

/**
 * The text of an error answer of the API (JSON:API); undefined for anything else: a proxy's 404 says nothing about a
 * player.
 */
export function readError(text: string): string | undefined {
  return bad.safeParse(parseJson(text)).data;
}

/**
 * Interprets an answer about players. Any undocumented answer is a fault, never a player. One odd account doesn't spoil
 * the others.
 */
export function interpretPlayers(status: number, text: string, wait: WaitHeaders): Told {
  if (status === 429) return { kind: 'rate-limited', until: readWait(wait) };
  if (status === 200) {
    const json = parseJson(text);
    if (json === undefined) return { kind: 'fault', detail: 'HTTP 200 without JSON' };
    const parsed = good.safeParse(json);
    if (!parsed.success) return { kind: 'fault', detail: otherShape(pathOf(parsed.error)) };
    return readPlayers(parsed.data.data);
  }
  const error = readError(text);
  if (status === 404 && error !== undefined) return { kind: 'players', players: [] };
  const until = status === 503 ? readWait({ ...wait, reset: null }) : null;
  const detail = `HTTP ${status}${error ? `: ${quoted(error)}` : ''}`;
  return {
    kind: 'fault',
    detail,
    ...(until && { until }),
    // A proxy's 403 says nothing about the key.
    ...((status === 401 || (status === 403 && error !== undefined)) && { isKeyRefused: true }),
  };
}

function readPlayers(data: readonly unknown[]): Told {
  const players: PubgPlayer[] = [];
  let oddAt: string | undefined;
  for (const [index, item] of data.entries()) {
    const parsed = player.safeParse(item);
    if (parsed.success) players.push(parsed.data);
    else oddAt ??= ['data', index, pathOf(parsed.error)].join('.');
  }
  if (oddAt !== undefined && players.length === 0) return { kind: 'fault', detail: otherShape(oddAt) };
  return { kind: 'players', players, ...(oddAt !== undefined && { oddAt }) };
}

const pathOf = ({ issues }: z.ZodError) => issues[0]?.path.join('.') ?? '';

export const otherShape = (at: string) => `HTTP 200 of another shape at "${at}"`;

const largestLimit = 100_000;

/** `X-RateLimit-Limit`: requests a minute. */
export function readLimit(header: string | null): number | null {
  const limit = /^\d{1,6}$/.test(header ?? '') ? Number(header) : 0;
  return limit >= 1 && limit <= largestLimit ? limit : null;
}
