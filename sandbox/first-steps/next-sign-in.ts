// SPDX-License-Identifier: Apache-2.0

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '../options.ts';
import { type PersonId, personIds } from './people.ts';

/** An abandoned choice must soon stop affecting sign-ins. */
const lastsSeconds = 60;

// The name contains the port, because all ports of localhost share their cookies.
const cookieName = (site: Site): string => `sign_in_as_${new URL(site.publicUrl()).port}`;

function setCookie(site: Site, reply: FastifyReply, value: string, seconds: number): void {
  const rest = `Path=/google; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
  reply.header('set-cookie', `${cookieName(site)}=${value}; ${rest}`);
}

/** This browser's next sign-in uses this person, without a form. */
export function chooseNext(site: Site, reply: FastifyReply, id: PersonId): void {
  setCookie(site, reply, id, lastsSeconds);
}

/** The person chosen for this sign-in; can be taken once. */
export function takeChosen(site: Site, request: FastifyRequest, reply: FastifyReply): PersonId | undefined {
  const [, chosen] =
    new RegExp(`(?:^|;\\s*)${cookieName(site)}=(\\w+)`).exec(request.headers.cookie ?? '') ?? [];
  if (chosen === undefined) return undefined;
  setCookie(site, reply, '', 0);
  return personIds.find((id) => id === chosen);
}
