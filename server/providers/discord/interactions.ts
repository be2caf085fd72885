// SPDX-License-Identifier: Apache-2.0

import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';

/** DER header of an Ed25519 public key; Discord publishes the bare 32 bytes. */
const ed25519Header = Buffer.from('302a300506032b6570032100', 'hex');

/** Reads the application's public key as Discord shows it: 64 hexadecimal digits. */
export function interactionKey(publicKeyHex: string): KeyObject {
  const key = Buffer.concat([ed25519Header, Buffer.from(publicKeyHex, 'hex')]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

/**
 * Whether Discord signed exactly these bytes. It deliberately sends wrong signatures, and disconnects services that
 * accept one.
 */
export function isSigned(
  key: KeyObject,
  { rawBody, signature, timestamp }: { rawBody: Buffer; signature: unknown; timestamp: unknown },
): boolean {
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
  if (!/^[0-9a-f]{128}$/i.test(signature)) return false;
  const signed = Buffer.concat([Buffer.from(timestamp), rawBody]);
  return verify(null, signed, key, Buffer.from(signature, 'hex'));
}

const discordUser = z.object({ id: z.string().regex(/^\d{1,20}$/) });

/** The parts of Discord's messages that we need: a ping, or a slash command with its options. */
const interaction = z.union([
  z.object({ type: z.literal(1) }),
  z.object({
    type: z.literal(2),
    data: z.object({
      name: z.string(),
      options: z.array(z.object({ name: z.string(), value: z.unknown() })).default([]),
    }),
    user: discordUser.optional(),
    member: z.object({ user: discordUser }).optional(),
  }),
]);

export type Interaction =
  | { kind: 'ping' }
  | { kind: 'command'; name: string; options: Record<string, unknown>; discordUserId: string };

/** Parses a body whose signature has been checked; undefined for kinds that we never asked for. */
export function readInteraction(rawBody: Buffer): Interaction | undefined {
  let body: unknown;
  try {
    body = JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
  const { data: sent } = interaction.safeParse(body);
  if (!sent) return undefined;
  if (sent.type === 1) return { kind: 'ping' };
  // In a server, the user is in `member`; in a direct message, beside it.
  const discordUserId = (sent.member?.user ?? sent.user)?.id;
  if (!discordUserId) return undefined;
  const options = Object.fromEntries(sent.data.options.map(({ name, value }) => [name, value]));
  return { kind: 'command', name: sent.data.name, options, discordUserId };
}

export const pong = { type: 1 } as const;

/** An answer visible only to the person who typed the command. */
export function privateAnswer(content: string) {
  return { type: 4, data: { content, flags: 64, allowed_mentions: { parse: [] } } } as const;
}
