// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import type { Listener } from '../../server/platform/listen.ts';
import { createLogger } from '../../server/platform/log.ts';
import { openStorage } from '../../server/platform/storage/open-storage.ts';
import { makeScratchFolder } from './scratch.ts';

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  description?: string;
  summary: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object; example?: object }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: object; example?: object }> }
  >;
}

export interface OpenApiDocument {
  info: { title: string; version: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: Record<string, { post: OpenApiOperation }>;
}

/** Notifies nobody. */
const silence: Listener = { on: () => () => true, onReconnect() {}, connected: true, async close() {} };

/** The OpenAPI document as an installation serves it. Uses no database. */
export async function makeOpenApiDocument(): Promise<OpenApiDocument> {
  const folder = makeScratchFolder('open-api');
  const config: Config = { ...readConfig({}), dataDir: folder };
  const db = openDatabase('postgresql://nobody@127.0.0.1:1/none');
  const { http } = await buildApp({
    config,
    appSecret: 'of no use to anybody, and long enough',
    db,
    listener: silence,
    clock: { now: () => new Date() },
    log: createLogger('silent'),
    ...(await openStorage(config)),
    sandboxUrl: undefined,
    stopping: () => false,
  });
  try {
    await http.ready();
    return (await http.getApiDocument()) as OpenApiDocument;
  } finally {
    await http.close();
    await db.close();
    rmSync(folder, { recursive: true });
  }
}
