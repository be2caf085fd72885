// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';
import type { LoadedFields } from '../../../contract/edits.ts';
import {
  maxWebhookEndpoints,
  type WebhookEndpoint,
  type webhookInput,
} from '../../../contract/outgoing-webhooks-admin.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  type AdminChange,
  asEdit,
  type Changed,
  changeAndRecord,
  changeOnce,
} from '../../platform/db/admin-changes.ts';
import type { Replay } from '../../platform/db/answer-once.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { mergeEdit } from '../../platform/merge-edit.ts';
import { isAtOrigin, isPublicWebAddress } from '../../platform/public-address.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { viewRow } from '../../platform/view-row.ts';
import { rotationMs } from './rules.ts';
import * as store from './webhook-endpoint-store.ts';
import type { WebhookSecrets } from './webhook-secret-store.ts';

export interface EditDeps {
  db: Database;
  clock: Clock;
  secrets: WebhookSecrets;
  /** Private origins that are allowed because the operator configured them. */
  allowedOrigins: readonly string[];
}

type Terms = z.output<typeof webhookInput>;

/** The audit log's part of an endpoint: only the origin of the address, since its path may contain a secret. */
const toRecord = ({ address, description, events }: store.EndpointTerms) => ({
  address: new URL(address).origin,
  description,
  events,
});

const toChange = (
  action: 'create' | 'change' | 'delete' | 'rotate' | 'turn-on' | 'turn-off',
  id: string,
  { before, after }: { before?: store.EndpointTerms; after?: store.EndpointTerms },
): AdminChange => ({
  action: `outgoing-webhook.${action}`,
  subject: `outgoing-webhook:${id}`,
  before: before ? toRecord(before) : null,
  after: after ? toRecord(after) : null,
});

function isAddressAllowed(address: string, allowedOrigins: readonly string[]): boolean {
  return isAtOrigin(address, allowedOrigins) || isPublicWebAddress(address);
}

export async function viewEndpoint(tx: Tx, id: string): Promise<WebhookEndpoint> {
  const endpoint = await store.findEndpoint(tx, id);
  if (!endpoint) throw new Error('an endpoint vanished');
  return viewRow(endpoint);
}

export interface EndpointCall {
  actorId: string;
  endpointId: string;
  /** Missing where repeating the call changes nothing. */
  idempotencyKey?: string;
}

/** Acts on a locked endpoint once per key. Refuses `not_found`, `idempotency_key_reused`. */
export function onEndpoint<Answer extends object, Kept = Answer>(
  { actorId, endpointId, idempotencyKey: key, ...sent }: EndpointCall,
  operation: string,
  { db }: { db: Database },
  work: (tx: Tx, before: store.EndpointRow) => Promise<Changed<Answer> | Refusal>,
  replay?: (tx: Tx) => Replay<Answer, Kept>,
): Promise<Answer | Refusal> {
  return db.transaction<Answer | Refusal>(async (tx) => {
    const before = await store.lockEndpoint(tx, endpointId);
    const workOnIt = async () => (before ? work(tx, before) : refuse('not_found'));
    if (key === undefined) return changeAndRecord(tx, actorId, workOnIt);
    const input = { operation: `outgoing-webhook.${operation}`, endpointId, ...sent };
    return changeOnce<Answer, Kept>(tx, { playerId: actorId, key, input }, workOnIt, replay?.(tx));
  });
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
 * Makes a signing secret. Stored responses contain no secret: a replay reads it again while it is in use. `make`
 * replaces an endpoint's secret; the previous one keeps signing for a while.
 */
function secretMaker({ secrets }: EditDeps) {
  let number = 0;
  return {
    async make(tx: Tx, id: string, previousEndsAt: Date): Promise<WithSecret> {
      const made = await secrets.replace(tx, id, previousEndsAt);
      number = made.number;
      return { endpoint: await viewEndpoint(tx, id), secret: made.secret };
    },
    replay: (tx: Tx): Replay<WithSecret, KeptSecretAnswer> => ({
      toKept: ({ endpoint }) => ({ endpoint, number }),
      restore: async ({ endpoint, number: kept }) => ({
        endpoint,
        secret: await secrets.find(tx, endpoint._id, kept),
      }),
    }),
  };
}

/** Refuses `webhook_address_refused`, `too_many_webhooks`, `idempotency_key_reused`. */
export function createEndpoint(
  { actorId, terms, idempotencyKey: key }: { actorId: string; terms: Terms; idempotencyKey: string },
  deps: EditDeps,
): Promise<WithSecret | Refusal> {
  const request = { playerId: actorId, key, input: { operation: 'outgoing-webhook.create', ...terms } };
  const { make, replay } = secretMaker(deps);
  return deps.db.transaction<WithSecret | Refusal>(async (tx) => {
    const now = deps.clock.now();
    const count = await store.countEndpoints(tx);
    const work = async () => {
      if (!isAddressAllowed(terms.address, deps.allowedOrigins)) return refuse('webhook_address_refused');
      if (count >= maxWebhookEndpoints) return refuse('too_many_webhooks', { max: maxWebhookEndpoints });
      const id = await store.insertEndpoint(tx, terms, now);
      return { answer: await make(tx, id, now), change: toChange('create', id, { after: terms }) };
    };
    return changeOnce<WithSecret, KeptSecretAnswer>(tx, request, work, replay(tx));
  });
}

/** Refuses `not_found`, `changed_meanwhile`, `webhook_address_refused`. */
export function editEndpoint(
  { terms: sent, loaded, ...call }: EndpointCall & { terms: Terms; loaded: LoadedFields },
  deps: EditDeps,
): Promise<WebhookEndpoint | Refusal> {
  return onEndpoint<WebhookEndpoint>(call, 'change', deps, async (tx, before) => {
    const terms = mergeEdit({ sent, loaded, current: before });
    if (isRefusal(terms)) return terms;
    if (!isAddressAllowed(terms.address, deps.allowedOrigins)) return refuse('webhook_address_refused');
    await store.updateEndpoint(tx, before.id, terms);
    const edit = asEdit(toChange('change', before.id, { before, after: terms }));
    return { answer: await viewEndpoint(tx, before.id), ...edit };
  });
}

/** Refuses `not_found`. */
export function turnEndpoint(
  { isOn, ...call }: EndpointCall & { isOn: boolean },
  deps: EditDeps,
): Promise<WebhookEndpoint | Refusal> {
  return onEndpoint<WebhookEndpoint>(call, 'turn', deps, async (tx, before) => {
    const { id, offSince } = before;
    if (isOn === (offSince === null)) return { answer: await viewEndpoint(tx, id) };
    if (isOn) await store.turnOn(tx, id);
    else await store.turnOff(tx, id, { since: deps.clock.now(), reason: 'by_hand' });
    const change = toChange(isOn ? 'turn-on' : 'turn-off', id, { before, after: before });
    return { answer: await viewEndpoint(tx, id), change };
  });
}

/** Refuses `not_found`, `idempotency_key_reused`. */
export function deleteEndpoint(call: EndpointCall, deps: EditDeps): Promise<Record<string, never> | Refusal> {
  return onEndpoint<Record<string, never>>(call, 'delete', deps, async (tx, before) => {
    await store.deleteEndpoint(tx, before.id, deps.clock.now());
    return { answer: {}, change: toChange('delete', before.id, { before }) };
  });
}

/** Refuses `not_found`, `idempotency_key_reused`. */
export function rotateSecret(call: EndpointCall, deps: EditDeps): Promise<WithSecret | Refusal> {
  const { make, replay } = secretMaker(deps);
  const rotate = async (tx: Tx, before: store.EndpointRow) => {
    const previousEndsAt = new Date(deps.clock.now().getTime() + rotationMs);
    const change = toChange('rotate', before.id, { before, after: before });
    return { answer: await make(tx, before.id, previousEndsAt), change };
  };
  return onEndpoint<WithSecret, KeptSecretAnswer>(call, 'rotate', deps, rotate, replay);
}
