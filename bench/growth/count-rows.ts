// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** What one statement read: rows visited in tables and indexes, and pages of 8 KB. */
export interface Reading {
  statement: string;
  rows: number;
  pages: number;
}

const isScan = /Scan$/;
const readsNoTable =
  /^(CTE|Subquery|Function|Values|WorkTable|Result|Named Tuplestore|Table Function) Scan$|^Bitmap Heap Scan$/;

function rowsWithin(node: PlanNode): number {
  const loops = node['Actual Loops'] ?? 0;
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const own = isScan.test(node['Node Type']) && !readsNoTable.test(node['Node Type']) ? each * loops : 0;
  return (node.Plans ?? []).reduce((sum, inner) => sum + rowsWithin(inner), own);
}

/** Makes PostgreSQL's auto_explain report every statement, on connections opened from now on. */
export async function enableAutoExplain(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const name = new URL(databaseUrl).pathname.slice(1);
    const settings = {
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_buffers': 'on',
      'auto_explain.log_nested_statements': 'on',
      'auto_explain.log_format': 'json',
      client_min_messages: 'log',
      // Forces the plans of large tables. PostgreSQL scans small tables whole even if they have an index.
      enable_seqscan: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      // The same as in the built-in PostgreSQL.
      random_page_cost: '1.1',
    };
    for (const [setting, value] of Object.entries(settings)) {
      await client.query(`alter database ${name} set ${setting} = '${value}'`);
    }
  } finally {
    await client.end();
  }
}

const prefix = /^duration: [\d.]+ ms {2}plan:\n/;

/** Collects what statements read, on connections opened after the first call of this function. */
export function listenForPlans(): { take(): Reading[]; close(): void } {
  let heard: Reading[] = [];
  const { connect } = pg.Client.prototype;
  const hear = ({ message }: { message?: string | undefined }) => {
    if (!message || !prefix.test(message)) return;
    const { 'Query Text': statement, Plan: plan } = JSON.parse(message.replace(prefix, '')) as {
      'Query Text': string;
      Plan: PlanNode;
    };
    const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    heard.push({ statement: statement.trim().replace(/\s+/g, ' '), rows: rowsWithin(plan), pages });
  };
  pg.Client.prototype.connect = function (this: pg.Client, ...given: Parameters<typeof connect>) {
    this.on('notice', hear);
    return connect.apply(this, given);
  } as typeof connect;
  return {
    take() {
      const taken = heard;
      heard = [];
      return taken;
    },
    close() {
      pg.Client.prototype.connect = connect;
    },
  };
}
