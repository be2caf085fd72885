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

const toCall = ({
  player,
  params,
  idempotencyKey,
}: {
  player: { id: string };
  params: { id: string };
  idempotencyKey: string;
}) => ({ actorId: player.id, endpointId: params.id, idempotencyKey });

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
  mount(app, outgoingWebhooksApi.remove, (call) => deleteEndpoint(toCall(call), deps));
  mount(app, outgoingWebhooksApi.rotate, (call) => rotateSecret(toCall(call), deps));
  mount(app, outgoingWebhooksApi.test, (call) => sendTest(toCall(call), deps), { limit });
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
  mount(app, outgoingWebhooksApi.replayOne, (call) =>
    replayOne({ ...toCall(call), sendId: call.params.sendId }, deps),
  );
  mount(app, outgoingWebhooksApi.replay, (call) => replaySince({ ...toCall(call), ...call.body }, deps));
}
