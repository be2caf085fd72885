// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { getPrimary } from './primary.ts';
import { toUnavailable } from './unavailable.ts';

export const connectsWithinMs = 10_000;
/** The limit while a process starts: a busy machine may take its time. */
export const startsWithinMs = 30_000;

/**
 * A connection for the work before everything else.
 * @throws one line that says why the database cannot be reached
 */
export async function connectAtStart(
  connectionString: string,
  config: pg.ClientConfig = {},
): Promise<pg.Client> {
  const primary = getPrimary(connectionString);
  await primary.look();
  const client = new pg.Client({
    connectionString: primary.url,
    connectionTimeoutMillis: connectsWithinMs,
    fallback_application_name: 'finalring start',
    ...config,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    // When a name has several addresses, the error has a code and no message.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`the database cannot be reached (DATABASE_URL): ${message || code}`, {
      cause: toUnavailable(error),
    });
  }
  return client;
}
