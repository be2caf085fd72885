// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { loadedFields } from './edits.ts';
import { amount, endpoint, id, lineOfText, timestamp } from './endpoint.ts';
import { asNumber, ifMissing } from './sent-numbers.ts';
import { type ChosenEventType, chosenEventTypes } from './webhook-events.ts';

/** The most endpoints. */
export const maxWebhookEndpoints = 20;
/** For how many days events are stored and can be sent again. */
export const webhooksKeptDays = 30;

/** The settings of an endpoint. */
export const webhookInput = z.object({
  address: z
    .string(ifMissing('Address is required'))
    .trim()
    .min(1, 'Address is required')
    .max(1000)
    .regex(lineOfText)
    .refine((text) => URL.canParse(text), 'Not an address'),
  description: z.string().trim().max(200).regex(lineOfText).default(''),
  events: z
    .array(z.enum(chosenEventTypes as [ChosenEventType, ...ChosenEventType[]]))
    .min(1, 'Choose at least one event')
    .max(chosenEventTypes.length)
    .transform((events) => [...new Set(events)].sort()),
});

/**
 * Why nothing is sent to an endpoint: an administrator turned it off, deliveries failed for days, or it answered 410
 * (gone).
 */
export const webhookOffReasons = ['by_hand', 'failing', 'gone'] as const;

export const webhookEndpoint = z.object({
  _id: id,
  address: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  createdAt: timestamp,
  /** Null while it is on. */
  offSince: timestamp.nullable(),
  offReason: z.enum(webhookOffReasons).nullable(),
  /** When deliveries began to fail; null if the last one succeeded. */
  failingSince: timestamp.nullable(),
  /** Until when messages are also signed with the previous secret. */
  rotatingUntil: timestamp.nullable(),
  lastDeliveredAt: timestamp.nullable(),
  /** Messages waiting to be sent or retried. */
  waiting: amount,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookSendStatuses = ['waiting', 'delivered', 'failed'] as const;

const send = z.object({
  _id: id,
  endpointId: id,
  /** The value of the header `webhook-id`, the same on every try. */
  eventId: id,
  type: z.string(),
  happenedAt: timestamp,
  status: z.enum(webhookSendStatuses),
  tries: amount,
  /** When the next try is due; null if there is none. */
  nextTryAt: timestamp.nullable(),
  /** HTTP status of the last answer; null if there was none. */
  lastStatus: z.int().nullable(),
  lastError: z.string(),
});
export type WebhookSend = z.infer<typeof send>;

const aTry = z.object({
  _id: id,
  at: timestamp,
  durationMs: amount,
  /** HTTP status; null if there was no answer, and `error` says why. */
  status: z.int().nullable(),
  error: z.string(),
  /** The beginning of the answer. */
  answer: z.string(),
});

export const webhookSendDetail = send.extend({
  body: z.string(),
  /** Newest first. */
  history: z.array(aTry),
});
export type WebhookSendDetail = z.infer<typeof webhookSendDetail>;

/** Shown only once: the server stores it encrypted and never sends it again. */
const secret = z.string().nullable();

const params = z.object({ id });
const sendParams = params.extend({ sendId: id });
const whichSends = ['all', 'failed'] as const;

export const outgoingWebhooksApi = {
  list: endpoint({
    method: 'GET',
    path: '/outgoing-webhooks',
    access: 'outgoing-webhooks:read',
    summary: 'List webhooks, oldest first',
    isList: true,
    data: z.object({ list: z.array(webhookEndpoint) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/outgoing-webhooks',
    access: 'outgoing-webhooks:write',
    idempotent: true,
    isIrreversible: true,
    summary: 'Create a webhook',
    message: 'Webhook created',
    body: webhookInput,
    data: z.object({ endpoint: webhookEndpoint, secret }),
    refusals: ['webhook_address_refused', 'too_many_webhooks', 'idempotency_key_reused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/outgoing-webhooks/:id',
    access: 'outgoing-webhooks:write',
    isIrreversible: true,
    summary: 'Change a webhook',
    message: 'Webhook saved',
    params,
    body: webhookInput.extend({ loaded: loadedFields }),
    data: webhookEndpoint,
    refusals: ['not_found', 'changed_meanwhile', 'webhook_address_refused'],
  }),
  turn: endpoint({
    method: 'PUT',
    path: '/outgoing-webhooks/:id/is-on',
    access: 'outgoing-webhooks:write',
    summary: 'Turn a webhook on or off',
    message: ({ offSince }) => (offSince === null ? 'Webhook turned on' : 'Webhook turned off'),
    params,
    body: z.object({ isOn: z.boolean() }),
    data: webhookEndpoint,
    refusals: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/outgoing-webhooks/:id',
    access: 'outgoing-webhooks:write',
    idempotent: true,
    isIrreversible: true,
    summary: 'Delete a webhook',
    message: 'Webhook deleted',
    params,
    refusals: ['not_found', 'idempotency_key_reused'],
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/outgoing-webhooks/:id/rotate',
    access: 'outgoing-webhooks:write',
    idempotent: true,
    isIrreversible: true,
    summary: 'Rotate the signing secret',
    message: 'The new secret is in use',
    params,
    data: z.object({ endpoint: webhookEndpoint, secret }),
    refusals: ['not_found', 'idempotency_key_reused'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/outgoing-webhooks/:id/test',
    access: 'outgoing-webhooks:write',
    idempotent: true,
    summary: 'Send a test event',
    message: 'A test is on its way',
    params,
    data: z.object({ sendId: id }),
    refusals: ['not_found', 'idempotency_key_reused'],
  }),
  sends: endpoint({
    method: 'GET',
    path: '/outgoing-webhooks/:id/sends',
    access: 'outgoing-webhooks:read',
    summary: 'List the events sent to a webhook',
    params,
    query: z.object({
      status: z.enum(webhookSendStatuses).optional(),
      before: id.optional(),
      limit: asNumber(z.int().min(1).max(100)).default(25),
    }),
    isList: true,
    data: z.object({ list: z.array(send), nextBefore: id.nullable() }),
    refusals: ['not_found'],
  }),
  send: endpoint({
    method: 'GET',
    path: '/outgoing-webhooks/:id/sends/:sendId',
    access: 'outgoing-webhooks:read',
    summary: 'Get a sent event with its tries',
    params: sendParams,
    data: webhookSendDetail,
    refusals: ['not_found'],
  }),
  replayOne: endpoint({
    method: 'POST',
    path: '/outgoing-webhooks/:id/sends/:sendId/replay',
    access: 'outgoing-webhooks:write',
    idempotent: true,
    summary: 'Send one event again',
    message: 'Sending again',
    params: sendParams,
    data: send,
    refusals: ['not_found', 'webhook_off', 'idempotency_key_reused'],
  }),
  replay: endpoint({
    method: 'POST',
    path: '/outgoing-webhooks/:id/replay',
    access: 'outgoing-webhooks:write',
    idempotent: true,
    isIrreversible: true,
    summary: 'Send events again since a time',
    message: 'Sending again what happened since then',
    params,
    body: z.object({ since: timestamp, which: z.enum(whichSends).default('failed') }),
    data: z.object({ endpoint: webhookEndpoint }),
    refusals: ['not_found', 'webhook_off', 'idempotency_key_reused'],
  }),
};
