// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';

/**
 * What must be unique besides the primary keys, and PostgreSQL's name for it. Most of these are only violated in a race
 * that an earlier check has missed, or never (random tokens): no other test would notice if one were gone.
 */
const once = [
  ['a movement of a key', 'transfers (idempotency_key)'],
  ['a leaf of a transfer', 'seal_leaves (transfer_id)'],
  ['a sealing key of an id', 'seal_keys (key_id)'],
  ['an active attempt of a player', 'attempts (player_id) WHERE (completed_at IS NULL)'],
  ['an active attempt with an Epic account', 'attempts (epic_account_key) WHERE (completed_at IS NULL)'],
  [
    'a practice attempt of a player',
    "attempts (player_id) WHERE (is_practice AND ((status <> 'CANCELLED'::text) OR (voided_at IS NOT NULL)))",
  ],
  ['an Epic account of a player', 'epic_accounts (player_id)'],
  ['a variant of a type in a challenge', 'challenge_variants (challenge_id, challenge_type)'],
  ['a dispute of an attempt', 'disputes (attempt_id)'],
  ['a public receipt of an attempt', 'shared_receipts (attempt_id)'],
  ['a reward for a cause', 'event_rewards (event_id, player_id, cause)'],
  ['a first sign-in of an identity', 'first_sign_ins (identity_hash)'],
  ['a notification of a cause', 'notifications (player_id, cause)'],
  ['a device of an address', 'push_subscriptions (endpoint)'],
  ['a device of a session', 'push_subscriptions (session_id)'],
  ['a code, of all cards', 'gift_card_codes (fingerprint)'],
  [
    'a code that a purchase has now',
    'gift_card_codes (purchase_id) WHERE ((purchase_id IS NOT NULL) AND (replaced_at IS NULL))',
  ],
  ['an alert of a player for a card', 'restock_alerts (player_id, gift_card_id)'],
  ['a payment of an intent', 'payments (intent_id)'],
  ['a pseudonym in a draw', 'giveaway_entries (entry)'],
  ['a player of a Discord account', 'players (discord_user_id)'],
  ['a player of a referral code', 'players (referral_code)'],
  ['a link to become friends of a code', 'friend_links (code)'],
  ['a handle that a player wears', 'handles (player_id) WHERE is_worn'],
  ['a view of a name', 'saved_views (owner_id, list, lower(name))'],
  [
    'a request of an administrator in the same words',
    "approvals (actor_id, operation, input_hash) WHERE (status = 'waiting'::text)",
  ],
  ['a role of an id', 'roles (id)'],
  [
    'an export of a player that is being made',
    "data_exports (player_id) WHERE (status = ANY (ARRAY['queued'::text, 'working'::text]))",
  ],
  ['a span that is counted', 'played_spans (starts_at, ends_at) WHERE (forgotten_at IS NULL)'],
  ['a session of a token', 'sessions (token_hash)'],
  ['a passkey of a credential', 'passkeys (credential_id)'],
  ['a cause of what webhooks tell', 'webhook_events (cause)'],
  ['an event for a webhook', 'webhook_sends (event_id, endpoint_id)'],
  ['an incident of a part that goes on', 'status_incidents (part) WHERE (ended_at IS NULL)'],
  ['a token that links a Discord account', 'discord_link_tokens (token_hash)'],
] as const;

const db = openTestDatabase({ poolSize: 1 });
let found: string[];
beforeAll(async () => {
  const rows = await db.rows<{ definition: string }>(sql`
    select regexp_replace(pg_get_indexdef(indexrelid), '^.* ON (?:ONLY )?public\\.(\\S+) USING btree ', '\\1 ') as definition
    from pg_index join pg_class c on c.oid = indrelid
    where indisunique and indisvalid and not indisprimary and relnamespace = 'public'::regnamespace`);
  found = rows.map(({ definition }) => definition);
});

it.each(once)('there is at most once %s', (_what, definition) => {
  expect(found).toContain(definition);
});

it('names all of them', () => {
  expect(found.sort()).toEqual(once.map(([, definition]) => definition).sort());
});
