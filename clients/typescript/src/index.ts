// SPDX-License-Identifier: Apache-2.0

export { type ClientOptions, createClient, type FinalRingClient } from './client.js';
export type { components, paths } from './schema.js';
