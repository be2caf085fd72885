// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';
import type { LoadedFields } from '../../../contract/edits.ts';
import {
  maxWebhookEndpoints,
  type WebhookEndpoint,
  type webhookInput,
} from '../../../contract/outgoing-webhooks-admin.ts';
import type { Clock } from '../../platform/clock.ts';
import { type AdminChange, asEdit, changeAndRecord, changeOnce } from '../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { IdempotentRequest } from '../../platform/db/idempotency.ts';
import { mergeEdit } from '../../platform/merge-edit.ts';
import { isAtOrigin, isPublicWebAddress } from '../../platform/public-address.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { rotationMs } from './rules.ts';
import { viewEndpoint } from './views.ts';
import * as store from './webhook-endpoint-store.ts';
import type { WebhookSecrets } from './webhook-secret-store.ts';

export interface EditDeps {
  db: Database;
  clock: Clock;
  secrets: WebhookSecrets;
  /** Origins that are allowed although private, because the operator configured them. */
  allowedOrigins: readonly string[];
}

type Terms = z.output<typeof webhookInput>;

/** What may be recorded where others can read it: only the origin of the address, since its path may hold a secret. */
const toRecord = ({ address, description, events }: store.EndpointTerms) => ({
  address: new URL(address).origin,
  description,
  events,
});

function toChange(
  action: 'create' | 'change' | 'delete' | 'rotate' | 'turn-on' | 'turn-off',
  id: string,
  { before, after }: { before?: store.EndpointTerms; after?: store.EndpointTerms },
): AdminChange {
  return {
    action: `outgoing-webhook.${action}`,
    subject: `outgoing-webhook:${id}`,
    before: before ? toRecord(before) : null,
    after: after ? toRecord(after) : null,
  };
}

export function isAddressAllowed(address: string, allowedOrigins: readonly string[]): boolean {
  return isAtOrigin(address, allowedOrigins) || isPublicWebAddress(address);
}

async function view(tx: Tx, id: string): Promise<WebhookEndpoint> {
  const endpoint = await store.findEndpoint(tx, id);
  if (!endpoint) throw new Error('an endpoint vanished');
  return viewEndpoint(endpoint);
}

interface WithSecret {
  endpoint: WebhookEndpoint;
  secret: string | null;
}
interface KeptSecretAnswer {
  endpoint: WebhookEndpoint;
  number: number;
}

/**
 * Makes a signing secret with what `work` changes. Stored responses contain no secret: a replay reads it again, as long as it
 * is still in use.
 * @param work says which endpoint gets it, and until when the one before signs
 */
function withSecret(
  tx: Tx,
  request: IdempotentRequest,
  { secrets }: EditDeps,
  work: () => Promise<{ id: string; previousEndsAt: Date; change: AdminChange } | Refusal>,
): Promise<WithSecret | Refusal> {
  let number = 0;
  const make = async () => {
    const done = await work();
    if (isRefusal(done)) return done;
    const made = await secrets.replace(tx, done.id, done.previousEndsAt);
    number = made.number;
    return { answer: { endpoint: await view(tx, done.id), secret: made.secret }, change: done.change };
  };
  return changeOnce<WithSecret, KeptSecretAnswer>(tx, request, make, {
    toKept: ({ endpoint }) => ({ endpoint, number }),
    restore: async ({ endpoint, number: kept }) => ({
      endpoint,
      secret: await secrets.find(tx, endpoint._id, kept),
    }),
  });
}

/** Refuses `webhook_address_refused`, `too_many_webhooks`, `idempotency_key_reused`. */
export function createEndpoint(
  { actorId, terms, idempotencyKey: key }: { actorId: string; terms: Terms; idempotencyKey: string },
  deps: EditDeps,
): Promise<WithSecret | Refusal> {
  const input = { operation: 'outgoing-webhook.create', ...terms };
  return deps.db.transaction<WithSecret | Refusal>(async (tx) => {
    const now = deps.clock.now();
    const count = await store.countEndpoints(tx);
    return withSecret(tx, { playerId: actorId, key, input }, deps, async () => {
      if (!isAddressAllowed(terms.address, deps.allowedOrigins)) return refuse('webhook_address_refused');
      if (count >= maxWebhookEndpoints) return refuse('too_many_webhooks', { max: maxWebhookEndpoints });
      const { id } = await store.insertEndpoint(tx, terms, now);
      return { id, previousEndsAt: now, change: toChange('create', id, { after: terms }) };
    });
  });
}

/** Refuses `not_found`, `changed_meanwhile`, `webhook_address_refused`. */
export function editEndpoint(
  edit: { actorId: string; endpointId: string; terms: Terms; loaded: LoadedFields },
  { db, allowedOrigins }: EditDeps,
): Promise<WebhookEndpoint | Refusal> {
  const { actorId, endpointId, terms: sent, loaded } = edit;
  return db.transaction<WebhookEndpoint | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const before = await store.lockEndpoint(tx, endpointId);
      if (!before) return refuse('not_found');
      const terms = mergeEdit({ sent, loaded, current: before });
      if (isRefusal(terms)) return terms;
      if (!isAddressAllowed(terms.address, allowedOrigins)) return refuse('webhook_address_refused');
      await store.updateEndpoint(tx, endpointId, terms);
      const edit = asEdit(toChange('change', endpointId, { before, after: terms }));
      return { answer: await view(tx, endpointId), ...edit };
    }),
  );
}

/** Refuses `not_found`. */
export function turnEndpoint(
  { actorId, endpointId, isOn }: { actorId: string; endpointId: string; isOn: boolean },
  { db, clock }: EditDeps,
): Promise<WebhookEndpoint | Refusal> {
  return db.transaction<WebhookEndpoint | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const before = await store.lockEndpoint(tx, endpointId);
      if (!before) return refuse('not_found');
      if (isOn === (before.offSince === null)) return { answer: await view(tx, endpointId) };
      if (isOn) await store.turnOn(tx, endpointId);
      else await store.turnOff(tx, endpointId, { since: clock.now(), reason: 'by_hand' });
      const change = toChange(isOn ? 'turn-on' : 'turn-off', endpointId, { before, after: before });
      return { answer: await view(tx, endpointId), change };
    }),
  );
}

interface Change {
  actorId: string;
  endpointId: string;
  idempotencyKey: string;
}

/** Refuses `not_found`, `idempotency_key_reused`. */
export function deleteEndpoint(
  { actorId, endpointId, idempotencyKey: key }: Change,
  { db, clock }: EditDeps,
): Promise<Record<string, never> | Refusal> {
  const input = { operation: 'outgoing-webhook.delete', endpointId };
  return db.transaction<Record<string, never> | Refusal>(async (tx) => {
    const before = await store.lockEndpoint(tx, endpointId);
    return changeOnce<Record<string, never>>(tx, { playerId: actorId, key, input }, async () => {
      if (!before) return refuse('not_found');
      await store.deleteEndpoint(tx, endpointId, clock.now());
      return { answer: {}, change: toChange('delete', endpointId, { before }) };
    });
  });
}

/** Refuses `not_found`, `idempotency_key_reused`. */
export function rotateSecret(
  { actorId, endpointId, idempotencyKey: key }: Change,
  deps: EditDeps,
): Promise<WithSecret | Refusal> {
  const input = { operation: 'outgoing-webhook.rotate', endpointId };
  return deps.db.transaction<WithSecret | Refusal>(async (tx) => {
    const before = await store.lockEndpoint(tx, endpointId);
    if (!before) return refuse('not_found');
    const previousEndsAt = new Date(deps.clock.now().getTime() + rotationMs);
    const change = toChange('rotate', endpointId, { before, after: before });
    const rotated = async () => ({ id: endpointId, previousEndsAt, change });
    return withSecret(tx, { playerId: actorId, key, input }, deps, rotated);
  });
}
