// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { patient } from '../support/patience.ts';
import { type Node, superuser } from './node.ts';

const everyMs = 100;
const withinMs = 1_500;
const acceptedWithinMs = patient(300_000);

interface Write {
  id: number;
  node: string;
  ackedAt: number;
}

export interface Writes {
  /** Resolves with the time of the first write after `since` that a node accepted. `by` filters the nodes. */
  first(since: number, by?: (node: string) => boolean): Promise<number>;
  /** Nodes that accepted writes again after another node had: two leaders at once. */
  findTwoLeaders(since: number): string[];
  /** Acknowledged writes that are missing. */
  findLost(client: pg.Client): Promise<string[]>;
  stop(): Promise<void>;
}

export const createMarks = 'create table failover_marks (id integer primary key, node text not null)';

/** Writes to each node directly and continuously, whichever node Patroni reports as the leader. */
export function watchWrites(nodes: readonly Node[]): Writes {
  const done: Write[] = [];
  let isOver = false;
  let last = 0;

  async function writeTo({ name, ports }: Node): Promise<void> {
    let client: pg.Client | undefined;
    while (!isOver) {
      try {
        if (!client) {
          client = new pg.Client({
            host: '127.0.0.1',
            port: ports.database,
            user: superuser.username,
            password: superuser.password,
            database: 'finalring',
            connectionTimeoutMillis: withinMs,
            query_timeout: withinMs,
          });
          client.on('error', () => {});
          await client.connect();
        }
        const id = ++last;
        await client.query('insert into failover_marks (id, node) values ($1, $2)', [id, name]);
        done.push({ id, node: name, ackedAt: performance.now() });
      } catch {
        // A standby, or no server. Unanswered writes may or may not have been made.
        void client?.end().catch(() => {});
        client = undefined;
      }
      await delay(everyMs);
    }
    await client?.end().catch(() => {});
  }

  const writing = nodes.map(writeTo);
  return {
    async first(since, by = () => true) {
      const giveUpAt = performance.now() + acceptedWithinMs;
      for (;;) {
        const found = done.find(({ node, ackedAt }) => ackedAt > since && by(node));
        if (found) return found.ackedAt;
        if (performance.now() > giveUpAt) throw new Error('no node accepts a write');
        await delay(20);
      }
    },
    findTwoLeaders(since) {
      const order = done.filter(({ ackedAt }) => ackedAt > since).map(({ node }) => node);
      const runs = order.filter((node, index) => node !== order[index - 1]);
      return runs.length === new Set(runs).size ? [] : [`written to by turns: ${runs.join(', ')}`];
    },
    async findLost(client) {
      const { rows } = await client.query<{ id: number }>('select id from failover_marks');
      const there = new Set(rows.map(({ id }) => id));
      const lost = done.filter(({ id }) => !there.has(id));
      return lost.map(({ id, node }) => `write ${id}, which ${node} had acknowledged, is lost`);
    },
    async stop() {
      isOver = true;
      await Promise.all(writing);
    },
  };
}
