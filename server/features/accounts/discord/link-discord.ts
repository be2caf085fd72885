// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findAnswer, storeAnswer } from '../../../platform/db/idempotency.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { findLinkedDiscord, findPlayerByDiscord, setDiscord } from '../player-store.ts';
import { linkTokenLastsMs, linkTokenText, readLinkToken } from '../rules.ts';
import { lockIdentity } from '../sign-in/identity-store.ts';
import { hashToken, linkTokenDigest } from '../tokens.ts';
import * as store from './discord-link-token-store.ts';

export interface LinkDeps {
  db: Database;
  clock: Clock;
  keys: { linkToken: Buffer };
}

/**
 * A token for `/link` in Discord: one per player, valid once and for ten minutes. It is derived from the player and the
 * idempotency key, so that a replay returns the same token although only its hash is stored.
 *
 * Refuses `discord_already_linked`.
 */
export function generateLinkToken(
  { playerId, idempotencyKey }: { playerId: string; idempotencyKey: string },
  { db, clock, keys }: LinkDeps,
): Promise<{ token: string; expiresAt: string } | Refusal> {
  const token = linkTokenText(linkTokenDigest(keys.linkToken, playerId, idempotencyKey));
  const request = { playerId, key: idempotencyKey, input: 'generate-discord-token' };
  return db.transaction(async (tx) => {
    const given = await findAnswer<{ expiresAt: string }>(tx, request);
    if (isRefusal(given)) return given;
    if (given) return { token, expiresAt: given.answer.expiresAt };
    if (await findLinkedDiscord(tx, playerId)) return refuse('discord_already_linked');

    const expiresAt = new Date(clock.now().getTime() + linkTokenLastsMs);
    await store.putLinkToken(tx, { playerId, tokenHash: hashToken(token), expiresAt });
    await storeAnswer(tx, request, { expiresAt: expiresAt.toISOString() });
    return { token, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Links the Discord account that typed `/link token` to the token's player, and notifies the open profile page.
 *
 * Refuses `discord_token_invalid`, `discord_account_taken` (linked to another player; the token stays valid),
 * `discord_already_linked`.
 */
export function linkDiscord(
  { token, discordUserId }: { token: unknown; discordUserId: string },
  { db, clock }: Pick<LinkDeps, 'db' | 'clock'>,
): Promise<{ playerId: string } | Refusal> {
  return db.transaction(async (tx) => {
    await lockIdentity(tx, 'discord', discordUserId);
    const tokenHash = hashToken(readLinkToken(token));
    await store.holdLinkingPlayer(tx, tokenHash);
    const playerId = await store.takeLinkToken(tx, tokenHash, clock.now());
    if (!playerId) return refuse('discord_token_invalid');
    const owner = await findPlayerByDiscord(tx, discordUserId);
    if (owner && owner !== playerId) return refuse('discord_account_taken');
    if (!(await setDiscord(tx, playerId, discordUserId))) return refuse('discord_already_linked');
    await publishLive(tx, playerId, 'profile', {});
    return { playerId };
  });
}
