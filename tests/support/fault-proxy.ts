// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Simulates the network between a program and its database:
 * - `pass`: works.
 * - `freeze`: nothing moves, nothing is lost, and everything arrives once the network passes again.
 * - `blackhole`: sent data vanishes without an error. Connections open at that time stay dead, as behind a firewall
 *   that forgot them; new ones work once the network passes again.
 * - `slow`: everything arrives `slowMs` late.
 */
export type NetworkState = 'pass' | 'freeze' | 'blackhole' | 'slow';

export interface FaultProxy {
  /** The given address, routed through the proxy. */
  url: string;
  set(state: NetworkState): void;
  /** Resets all connections, in both directions. */
  tear(): void;
  /**
   * Resets the database's end of every connection that a black hole swallowed, as the database's timeouts would
   * eventually do. Call it before dropping a database. DROP DATABASE waits for every process of the server: up to a
   * minute (authentication_timeout) if a client vanished while signing in. Other tests' drops on that server wait too.
   */
  endDead(): void;
  /** Currently open connections, including dead ones. */
  readonly connections: number;
  close(): Promise<void>;
}

interface Link {
  ends: readonly [Socket, Socket];
  isDead: boolean;
}

const slowMs = 200;

/** A proxy on a free port of 127.0.0.1 in front of the TCP server `target`, with a network that can fail. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const links = new Set<Link>();
  let state: NetworkState = 'pass';

  function forward(link: Link, from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (link.isDead) return;
      const send = () => {
        if (link.isDead || to.destroyed) return;
        if (!to.write(chunk)) from.pause();
      };
      if (state === 'slow') setTimeout(send, slowMs);
      else send();
    });
    to.on('drain', () => state !== 'freeze' && from.resume());
    // A FIN doesn't get through a frozen network.
    from.on('end', () => {
      if (!link.isDead && state !== 'freeze') to.end();
    });
    from.on('error', () => {});
    from.on('close', () => {
      if (link.isDead || state === 'freeze') return void (to.destroyed && links.delete(link));
      links.delete(link);
      to.destroy();
    });
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const link: Link = { ends: [client, database], isDead: state === 'blackhole' };
    links.add(link);
    forward(link, client, database);
    forward(link, database, client);
    if (state === 'freeze') for (const end of link.ends) end.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const tear = () => {
    for (const { ends } of links) for (const end of ends) end.resetAndDestroy();
    links.clear();
  };
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    set(next) {
      state = next;
      for (const link of links) {
        if (next === 'blackhole') link.isDead = true;
        for (const end of link.ends) {
          if (next === 'freeze') end.pause();
          else end.resume();
        }
      }
    },
    tear,
    endDead() {
      for (const { ends, isDead } of links) if (isDead) ends[1].resetAndDestroy();
    },
    get connections() {
      return links.size;
    },
    async close() {
      tear();
      server.close();
      await once(server, 'close');
    },
  };
}
