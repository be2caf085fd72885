// SPDX-License-Identifier: Apache-2.0

import type { FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '../../../contract/endpoint.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** The caller, so far as a call may need to know them. */
export interface SessionPlayer {
  id: string;
  sessionId: string;
  role: string;
  /**
   * What the caller may do in this session: nothing until it has confirmed a second factor, if one is demanded. Handlers
   * decide by these alone.
   */
  permissions: ReadonlySet<Permission>;
  /** Everything that the role allows, whether or not the factor was confirmed: for letting calls in and asking for the factor. */
  held: ReadonlySet<Permission>;
  /** Whether they have a second factor at all, and when this session last confirmed it. */
  secondFactor: { isEnrolled: boolean; confirmedAt: Date | null };
}

/**
 * Finds the player of a session token; undefined if the session has ended. Cached players, and so most calls, are
 * answered without a promise. `isUse` counts the call as a use: sessions of administrators end after a while without one.
 * With `isCachedOnly` the database is not asked: undefined then only means that the session is not cached.
 */
export type Authenticate = (
  token: string,
  isUse?: boolean,
  isCachedOnly?: boolean,
) => SessionPlayer | undefined | Promise<SessionPlayer | undefined>;

/** Which of these tokens belong to valid sessions; one statement for some hundreds of them. */
export type FindSignedIn = (tokens: readonly string[]) => Promise<ReadonlySet<string>>;

/** Why the call first needs the caller's second factor; undefined if it does not. */
export type DemandFactor = (player: SessionPlayer, endpoint: Endpoint) => Refusal | undefined;

/** Sent with calls that a page makes by itself, without any action of the player. */
const unattendedHeader = 'x-unattended';

/** The caller's session, or why there is none: no token, or one that is no longer valid. */
export function requireSession(
  request: Pick<FastifyRequest, 'headers'>,
  authenticate: Authenticate,
): SessionPlayer | Refusal | Promise<SessionPlayer | Refusal> {
  const header = request.headers.authorization;
  if (!header?.startsWith('Bearer ') || header.length > 300) return refuse('not_signed_in');
  const player = authenticate(header.slice('Bearer '.length), !request.headers[unattendedHeader]);
  if (player instanceof Promise) return player.then((found) => found ?? refuse('session_ended'));
  return player ?? refuse('session_ended');
}

/** Whether the role of `player` allows a call with this access; the second factor is asked for after that. */
export function mayCall(player: SessionPlayer, access: Access): boolean {
  return access === 'public' || access === 'signed-in' || player.held.has(access);
}
