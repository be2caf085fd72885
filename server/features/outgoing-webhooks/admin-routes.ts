// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { outgoingWebhooksApi } from '../../../contract/outgoing-webhooks-admin.ts';
import { mount } from '../../platform/http/route.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type EditDeps,
  editEndpoint,
  rotateSecret,
  turnEndpoint,
} from './edit-endpoint.ts';
import { readEndpoints, readSend, readSends } from './read-webhooks.ts';
import { replayOne, replaySince, sendTest } from './send-again.ts';

/** Limited because a test makes us call any public address. */
const limit = { name: 'webhook-tests', max: 20, windowSeconds: 60, by: 'player' } as const;

export function outgoingWebhooksRoutes(app: FastifyInstance, deps: EditDeps): void {
  const { db } = deps;
  mount(app, outgoingWebhooksApi.list, () => readEndpoints(db));
  mount(app, outgoingWebhooksApi.create, ({ player, body, idempotencyKey }) =>
    createEndpoint({ actorId: player.id, terms: body, idempotencyKey }, deps),
  );
  mount(app, outgoingWebhooksApi.update, ({ player, params, body: { loaded, ...terms } }) =>
    editEndpoint({ actorId: player.id, endpointId: params.id, terms, loaded }, deps),
  );
  mount(app, outgoingWebhooksApi.turn, ({ player, params, body }) =>
    turnEndpoint({ actorId: player.id, endpointId: params.id, isOn: body.isOn }, deps),
  );
  mount(app, outgoingWebhooksApi.remove, ({ player, params, idempotencyKey }) =>
    deleteEndpoint({ actorId: player.id, endpointId: params.id, idempotencyKey }, deps),
  );
  mount(app, outgoingWebhooksApi.rotate, ({ player, params, idempotencyKey }) =>
    rotateSecret({ actorId: player.id, endpointId: params.id, idempotencyKey }, deps),
  );
  mount(
    app,
    outgoingWebhooksApi.test,
    ({ player, params, idempotencyKey }) =>
      sendTest({ actorId: player.id, endpointId: params.id, idempotencyKey }, deps),
    { limit },
  );
  mount(
    app,
    outgoingWebhooksApi.sends,
    ({ params, query }) => readSends({ endpointId: params.id, ...query }, db),
    { isLong: true },
  );
  mount(
    app,
    outgoingWebhooksApi.send,
    ({ params }) => readSend({ endpointId: params.id, sendId: params.sendId }, db),
    { isLong: true },
  );
  mount(app, outgoingWebhooksApi.replayOne, ({ player, params, idempotencyKey }) =>
    replayOne({ actorId: player.id, endpointId: params.id, sendId: params.sendId, idempotencyKey }, deps),
  );
  mount(app, outgoingWebhooksApi.replay, ({ player, params, body, idempotencyKey }) =>
    replaySince({ actorId: player.id, endpointId: params.id, ...body, idempotencyKey }, deps),
  );
}
