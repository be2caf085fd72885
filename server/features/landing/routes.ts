// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { type Landing, landingApi } from '../../../contract/landing.ts';
import { cachedAnswer } from '../../platform/http/cached-answer.ts';
import { mount } from '../../platform/http/route.ts';
import type { Listener } from '../../platform/listen.ts';

/** `GET /landing`: read once for all visitors, however many. */
export function landingRoutes(
  app: FastifyInstance,
  { listener, read }: { listener: Listener; read: () => Promise<Landing> },
): void {
  const channels = ['challenges', 'gift_cards'];
  mount(app, landingApi.read, cachedAnswer(landingApi.read, { listener, channels, read }));
}
