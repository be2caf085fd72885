// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';

const connections = 6;
const withinMs = 3_000;

async function whenStarted(connectionString: string): Promise<string> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    fallback_application_name: 'finalring doctor',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const text = 'select pg_postmaster_start_time()::text';
    return (await client.query<[string]>({ text, rowMode: 'array' })).rows[0]?.[0] as string;
  } finally {
    client.end().catch(() => {});
  }
}

/** How many servers answer at an address: several behind one name are not at the same point. */
export async function countServers(url: string): Promise<number> {
  const answers = await Promise.allSettled(Array.from({ length: connections }, () => whenStarted(url)));
  return new Set(answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))).size;
}
