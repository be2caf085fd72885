// SPDX-License-Identifier: Apache-2.0

import { readdirSync } from 'node:fs';
import type { Endpoint } from '../../contract/endpoint.ts';

const folder = new URL('../../contract/', import.meta.url);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value;

/** Every call of the contract. */
export async function endpointsOfContract(): Promise<Endpoint[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  const lists = modules.flatMap((module) => Object.values(module as object));
  const entries = lists.flatMap((list) => (typeof list === 'object' && list ? Object.values(list) : []));
  return entries.filter(isEndpoint);
}

/** Redirects, streams and other services' protocols. Each checks its caller in its own way. */
export const outsideTheContract = [
  'GET /auth/discord',
  'GET /auth/discord/callback',
  'GET /auth/google',
  'GET /auth/google/callback',
  'GET /live',
  'GET /notifications/unsubscribe/:token',
  'GET /openapi.json',
  'POST /discord/interactions',
  'POST /stripe/webhook',
];
