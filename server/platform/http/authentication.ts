// SPDX-License-Identifier: Apache-2.0

import type { FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '../../../contract/endpoint.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Who is calling, as far as a call may need to know. */
export interface SessionPlayer {
  id: string;
  sessionId: string;
  role: string;
  permissions: ReadonlySet<Permission>;
  /** Whether they have a second factor at all, and when this session last confirmed it. */
  secondFactor: { isEnrolled: boolean; confirmedAt: Date | null };
}

/**
 * Finds the player of a session token; undefined if the session is gone. Cached players are answered without a promise,
 * which is most calls. Sessions of administrators end unless somebody uses them, which `isUse` says. With `isCachedOnly`
 * the database is not asked: undefined then says no more than that the session is not cached.
 */
export type Authenticate = (
  token: string,
  isUse?: boolean,
  isCachedOnly?: boolean,
) => SessionPlayer | undefined | Promise<SessionPlayer | undefined>;

/** Which of these tokens are of sessions that count; a statement for some hundred of them. */
export type FindSignedIn = (tokens: readonly string[]) => Promise<ReadonlySet<string>>;

/** Why the call needs the caller's second factor first; undefined where it does not. */
export type DemandFactor = (player: SessionPlayer, endpoint: Endpoint) => Refusal | undefined;

/** Sent with calls that a page makes by itself while nobody touches it. */
const unattendedHeader = 'x-unattended';

/** The caller's session, or why there is none: no token sent, or one that no longer counts. */
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

/** Whether `player` may make a call with this access. */
export function mayCall(player: SessionPlayer, access: Access): boolean {
  return access === 'public' || access === 'signed-in' || player.permissions.has(access);
}
