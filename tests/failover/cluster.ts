// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { oldestVersion } from '../../server/platform/db/migrate.ts';
import { chooseRunAs } from '../../server/platform/embedded-postgres/postgres-user.ts';
import { patient } from '../support/patience.ts';
import { createNode, type Node, type Ports, superuser } from './node.ts';

/** The Debian packages that the drill needs, each with one of its programs. */
export const packages = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  [`postgresql-${oldestVersion}`]: `/usr/lib/postgresql/${oldestVersion}/bin/postgres`,
};
export const missingPackages = (): string[] =>
  Object.entries(packages).flatMap(([name, program]) => (existsSync(program) ? [] : [name]));

/** @returns such as "3.0.2" */
export const getPatroniVersion = (): string =>
  execFileSync(packages.patroni, ['--version'], { encoding: 'utf8' })
    .trim()
    .replace(/^patroni /, '');

interface MemberState {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

export interface Cluster {
  nodes: readonly Node[];
  /** Names all three servers. */
  url: string;
  /** Patroni's member list, from any node that answers. */
  members(): Promise<readonly MemberState[]>;
  leader(): Promise<Node>;
  standby(): Promise<Node>;
  /** Resolves once there is a leader and two standbys that follow it, one of them synchronous. */
  whole(): Promise<void>;
  switchover(): Promise<void>;
  stop(): Promise<void>;
}

const wholeWithinMs = patient(240_000);

export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const isSynchronous = ({ role }: MemberState) => role === 'sync_standby';
const isFollowing = ({ role, state }: MemberState) =>
  role !== 'leader' && (state === 'running' || state === 'streaming');

/** Patroni exits if etcd's members haven't agreed on a version yet. */
async function untilEtcdIsReady({ ports }: Node): Promise<void> {
  const giveUpAt = Date.now() + wholeWithinMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${ports.etcd}/version`).catch(() => undefined);
    const { etcdcluster = 'not_decided' } = ((await answer?.json()) ?? {}) as { etcdcluster?: string };
    if (etcdcluster !== 'not_decided') return;
    if (Date.now() > giveUpAt) throw new Error('etcd does not come up');
    await delay(200);
  }
}

/** Three nodes on this machine. */
export async function startCluster(folder: string): Promise<Cluster> {
  const ports = await freePorts(12);
  const members = ['one', 'two', 'three'].map((name, index) => {
    const [database, rest, etcd, peer] = ports.slice(4 * index, 4 * index + 4);
    return { name, ports: { database, rest, etcd, peer } as Ports };
  });
  const programs = `/usr/lib/postgresql/${oldestVersion}/bin`;
  const runAs = chooseRunAs(folder, undefined, join(programs, 'postgres'));
  const nodes: Node[] = [];
  for (const member of members) {
    nodes.push(await createNode({ ...member, folder: join(folder, member.name), runAs, programs, members }));
  }
  const { username, password } = superuser;
  const hosts = nodes.map((node) => `127.0.0.1:${node.ports.database}`).join(',');

  async function ask(node: Node, path: string, body?: object): Promise<Response> {
    return fetch(`http://127.0.0.1:${node.ports.rest}${path}`, {
      signal: AbortSignal.timeout(patient(body ? 60_000 : 2_000)),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  }
  async function list(): Promise<readonly MemberState[]> {
    for (const node of nodes) {
      const answer = await ask(node, '/cluster').catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: MemberState[] }).members;
    }
    return [];
  }
  async function find(is: (member: MemberState) => boolean): Promise<Node> {
    const giveUpAt = Date.now() + wholeWithinMs;
    for (;;) {
      const found = (await list()).find(is);
      const node = nodes.find(({ name }) => name === found?.name);
      if (node) return node;
      if (Date.now() > giveUpAt) throw new Error('no node has that part');
      await delay(200);
    }
  }
  const cluster: Cluster = {
    nodes,
    url: `postgresql://${username}:${password}@${hosts}/finalring`,
    members: list,
    leader: () => find(({ role }) => role === 'leader'),
    standby: () => find(isSynchronous),
    async whole() {
      const giveUpAt = Date.now() + wholeWithinMs;
      for (;;) {
        // The list keeps a killed member for a while.
        const answers = await Promise.all(nodes.map((node) => ask(node, '/health').catch(() => undefined)));
        const now = answers.every((answer) => answer?.ok) ? await list() : [];
        const timelines = new Set(now.map(({ timeline }) => timeline));
        const isWhole = now.filter(isFollowing).length === nodes.length - 1 && now.some(isSynchronous);
        if (isWhole && timelines.size === 1) return;
        if (Date.now() > giveUpAt) throw new Error(`the cluster is not whole: ${JSON.stringify(now)}`);
        await delay(200);
      }
    },
    async switchover() {
      const [from, to] = [await cluster.leader(), await cluster.standby()];
      const answer = await ask(from, '/switchover', { leader: from.name, candidate: to.name });
      if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
  for (const node of nodes) node.startEtcd();
  await Promise.all(nodes.map((node) => untilEtcdIsReady(node)));
  for (const node of nodes) node.startPatroni();
  return cluster;
}
