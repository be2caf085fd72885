// SPDX-License-Identifier: Apache-2.0

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Node } from './node.ts';
import type { Writes } from './writes.ts';

export interface Scene {
  cluster: Cluster;
  writes: Writes;
  leader: Node;
  /** The synchronous one. */
  standby: Node;
  /** When the fault began, by `performance.now()`. */
  begunAt: number;
}

export interface FailoverFault {
  /** Whether another node must be promoted. */
  promotes: boolean;
  /** Causes the fault and repairs it. Resolves with the time from which the outage is measured. */
  suffer(scene: Scene): Promise<number>;
  /** The data directories must be on disks of limited size. */
  needsSmallDisks?: true;
  /** Older ones lose answered calls in this fault, whatever the product does. */
  needsPatroni?: string;
}

const withoutMajorityMs = 30_000;
const diskFullMs = 60_000;

/** Resolves when another node has accepted a write. */
const promotion = ({ writes, leader, begunAt }: Scene) =>
  writes.first(begunAt, (node) => node !== leader.name);

function killNode(node: Node): void {
  node.signalPatroni('SIGKILL');
  node.signalDatabase('SIGKILL');
  node.signalEtcd('SIGKILL');
}

async function restart(node: Node): Promise<void> {
  // The end must be noticed first.
  await delay(500);
  node.startEtcd();
  node.startPatroni();
}

function fill(dataDir: string): () => void {
  const path = join(dataDir, 'filler');
  const file = openSync(path, 'w');
  const block = Buffer.alloc(1_048_576);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}

export const failoverFaults: Record<string, FailoverFault> = {
  'postgres-killed': {
    promotes: false,
    async suffer({ leader, writes }) {
      leader.signalDatabase('SIGKILL');
      await delay(500);
      return writes.first(performance.now());
    },
  },
  'patroni-killed': {
    promotes: true,
    async suffer(scene) {
      scene.leader.signalPatroni('SIGKILL');
      const promotedAt = await promotion(scene);
      scene.leader.startPatroni();
      return promotedAt;
    },
  },
  'node-killed': {
    promotes: true,
    async suffer(scene) {
      killNode(scene.leader);
      const promotedAt = await promotion(scene);
      await restart(scene.leader);
      return promotedAt;
    },
  },
  'leader-frozen': {
    promotes: true,
    // Earlier ones let the frozen leader take the lock back from the promoted one, whose changes are then rewound.
    needsPatroni: '3.0.3',
    async suffer(scene) {
      const { leader } = scene;
      leader.signalPatroni('SIGSTOP');
      leader.signalDatabase('SIGSTOP');
      const promotedAt = await promotion(scene);
      // It still believes that it is the leader.
      leader.signalDatabase('SIGCONT');
      await delay(1_000);
      leader.signalPatroni('SIGCONT');
      return promotedAt;
    },
  },
  'etcd-without-majority': {
    promotes: false,
    async suffer({ cluster, writes }) {
      const some = cluster.nodes.slice(0, 2);
      for (const node of some) node.signalEtcd('SIGSTOP');
      await delay(withoutMajorityMs);
      for (const node of some) node.signalEtcd('SIGCONT');
      return writes.first(performance.now());
    },
  },
  'leader-cut-from-etcd': {
    promotes: true,
    async suffer(scene) {
      for (const way of scene.leader.ways) way.set('blackhole');
      const promotedAt = await promotion(scene);
      for (const way of scene.leader.ways) way.set('pass');
      return promotedAt;
    },
  },
  switchover: {
    promotes: true,
    async suffer(scene) {
      await scene.cluster.switchover();
      return promotion(scene);
    },
  },
  'standby-lost': {
    promotes: false,
    async suffer({ cluster, standby, writes }) {
      killNode(standby);
      while ((await cluster.standby()).name === standby.name) await delay(100);
      const endedAt = await writes.first(performance.now());
      await restart(standby);
      return endedAt;
    },
  },
  'disk-full': {
    promotes: false,
    needsSmallDisks: true,
    async suffer(scene) {
      const empty = fill(scene.leader.dataDir);
      await Promise.race([promotion(scene), delay(diskFullMs)]);
      empty();
      return scene.writes.first(performance.now());
    },
  },
};
