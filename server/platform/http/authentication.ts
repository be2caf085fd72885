// SPDX-License-Identifier: Apache-2.0

import type { FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '../../../contract/endpoint.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** The caller's data that a call may need. */
export interface SessionPlayer {
  id: string;
  sessionId: string;
  role: string;
  /**
   * The caller's permissions in this session: none until it has confirmed a required second factor. Handlers decide by
   * these alone.
   */
  permissions: ReadonlySet<Permission>;
  /**
   * All permissions of the role, whether or not the factor was confirmed: for admitting calls and asking for the
   * factor.
   */
  held: ReadonlySet<Permission>;
  /** Whether they have set up a second factor, and when this session last confirmed it. */
  secondFactor: { isEnrolled: boolean; confirmedAt: Date | null };
}

/**
 * Finds the player of a session token; undefined if the session has ended. Cached players, and so most calls, need no
 * promise. `isUse` counts the call as a use: administrators' sessions end after a while without one. `isCachedOnly`
 * avoids the database: undefined then only means that the session is not cached.
 */
export type Authenticate = (
  token: string,
  isUse?: boolean,
  isCachedOnly?: boolean,
) => SessionPlayer | undefined | Promise<SessionPlayer | undefined>;

/** Which of these tokens belong to valid sessions; one statement for several hundred of them. */
export type FindSignedIn = (tokens: readonly string[]) => Promise<ReadonlySet<string>>;

/** Why the call first needs the caller's second factor; undefined if it does not. */
export type DemandFactor = (player: SessionPlayer, endpoint: Endpoint) => Refusal | undefined;

/** Sent with calls that a page makes automatically, without any action of the player. */
const unattendedHeader = 'x-unattended';

/** The caller's session, or why it is missing: no token, or an expired one. */
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

/** Whether the role of `player` permits a call with this access; the second factor is checked afterwards. */
export function mayCall(player: SessionPlayer, access: Access): boolean {
  return access === 'public' || access === 'signed-in' || player.held.has(access);
}
