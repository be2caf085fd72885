// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { type Settings, settingsApi } from '../../../contract/settings.ts';
import { mount } from '../../platform/http/route.ts';

/** `GET /config`: the configuration that the web app needs before sign-in. */
export function settingsRoutes(app: FastifyInstance, settings: Settings): void {
  mount(app, settingsApi.get, () => settings);
}
