// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { type Settings, settingsApi } from '../../../contract/settings.ts';
import { mount } from '../../platform/http/route.ts';

/** `GET /config`: what the web app must know before anybody signs in. */
export function settingsRoutes(app: FastifyInstance, settings: Settings): void {
  mount(app, settingsApi.get, () => settings);
}
