// SPDX-License-Identifier: Apache-2.0

import type {
  WebhookEndpoint,
  WebhookSend,
  WebhookSendDetail,
} from '../../../contract/outgoing-webhooks-admin.ts';
import type { SeenEndpoint } from './webhook-endpoint-store.ts';
import type { findSend, TryRow } from './webhook-send-store.ts';

const toIso = (at: Date | null) => at?.toISOString() ?? null;

export function viewEndpoint({ id, events, createdAt, ...row }: SeenEndpoint): WebhookEndpoint {
  const { address, description, offReason, waiting } = row;
  return {
    _id: id,
    address,
    description,
    events: [...events],
    createdAt: createdAt.toISOString(),
    offSince: toIso(row.offSince),
    offReason,
    failingSince: toIso(row.failingSince),
    rotatingUntil: toIso(row.rotatingUntil),
    lastDeliveredAt: toIso(row.lastDeliveredAt),
    waiting,
  };
}

type SendRow = Omit<NonNullable<Awaited<ReturnType<typeof findSend>>>, 'body'>;

export function viewSend({ id, happenedAt, nextTryAt, ...row }: SendRow): WebhookSend {
  const { endpointId, eventId, type, status, tries, lastStatus, lastError } = row;
  const times = { happenedAt: happenedAt.toISOString(), nextTryAt: toIso(nextTryAt) };
  return { _id: id, endpointId, eventId, type, status, tries, lastStatus, lastError, ...times };
}

export function viewSendDetail(
  { body, ...row }: SendRow & { body: string },
  tries: readonly TryRow[],
): WebhookSendDetail {
  const history = tries.map(({ id, triedAt, ...rest }) => ({ _id: id, at: triedAt.toISOString(), ...rest }));
  return { ...viewSend(row), body, history };
}
