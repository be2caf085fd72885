import type { FastifyRequest } from 'fastify';
import type { Access } from '../../../contract/endpoint.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Who is calling, as far as a call may need to know. */
export interface SessionPlayer {
  id: string;
  sessionId: string;
  role: string;
  permissions: ReadonlySet<Permission>;
}

/** Finds the player of a session token; undefined when there is no such session any more. */
export type Authenticate = (token: string) => Promise<SessionPlayer | undefined>;

/** The caller's session, or why there is none: no token sent, or one that no longer counts. */
export async function requireSession(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<SessionPlayer | Refusal> {
  const header = request.headers.authorization;
  if (!header?.startsWith('Bearer ') || header.length > 300) return refuse('not_signed_in');
  return (await authenticate(header.slice('Bearer '.length))) ?? refuse('session_ended');
}

/** Whether `player` may make a call with this access. */
export function mayCall(player: SessionPlayer, access: Access): boolean {
  return access === 'public' || access === 'signed-in' || player.permissions.has(access);
}
