// SPDX-License-Identifier: Apache-2.0

import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import type { FiguresOf, FromMember, ToMember } from './messages.ts';

/** This process as one of several that one start runs (run-members.ts). */
export interface Member {
  /** Reports that it serves, or works. */
  ready(): void;
  /** True once another process is replacing it. */
  readonly isLeaving: boolean;
  onLeave(does: () => void): void;
  /** Sets what is called whenever its pool may hold a different number of connections. */
  onShare(does: (connections: number) => void): void;
  /** Sets this process's own figures, for when the others ask. */
  tells(registry: Registry): void;
  /** The figures of all processes as text for Prometheus, each with the label `process`. */
  gatherFigures(): Promise<string>;
}

/** Figures are not added up: each process keeps its own series, as if it were scraped at its own port. */
async function mergeFigures(all: readonly FiguresOf[]): Promise<string> {
  // Loaded only here: the process that starts the others does not need it.
  const { AggregatorRegistry } = await import('prom-client');
  const labelled = all.map(({ process, figures }) =>
    figures.map((metric) => ({
      ...metric,
      aggregator: 'sum' as const,
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
    })),
  );
  return AggregatorRegistry.aggregate(labelled).metrics();
}

const gatheredWithinMs = 5_000;

/** Undefined if this process runs alone. */
export function joinMembers(): Member | undefined {
  if (!cluster.isWorker) return undefined;
  const asked = new Map<number, (all: readonly FiguresOf[]) => void>();
  let asks = 0;
  let isLeaving = false;
  const leaving: (() => void)[] = [];
  let share = (_connections: number): void => {};
  let own: Registry | undefined;

  const send = (message: FromMember) => void (process.connected && process.send?.(message));

  process.on('message', (message: ToMember) => {
    if (message.type === 'leave') {
      isLeaving = true;
      for (const does of leaving) does();
    } else if (message.type === 'share') {
      share(message.connections);
    } else if (message.type === 'ping') {
      send({ type: 'pong' });
    } else if (message.type === 'tell-figures') {
      void Promise.resolve(own?.getMetricsAsJSON() ?? []).then(
        (figures) => send({ type: 'figures', ask: message.ask, figures: figures as never }),
        () => {},
      );
    } else if (message.type === 'all-figures') {
      asked.get(message.ask)?.(message.all);
      asked.delete(message.ask);
    }
  });

  return {
    ready: () => send({ type: 'ready' }),
    get isLeaving() {
      return isLeaving;
    },
    onLeave: (does) => void leaving.push(does),
    onShare(does) {
      share = does;
    },
    tells(registry) {
      own = registry;
    },
    async gatherFigures() {
      const ask = ++asks;
      const all = await new Promise<readonly FiguresOf[]>((resolve, reject) => {
        asked.set(ask, resolve);
        setTimeout(() => {
          if (asked.delete(ask)) reject(new Error('the figures of the other processes did not come'));
        }, gatheredWithinMs).unref();
        send({ type: 'gather-figures', ask });
      });
      return mergeFigures(all);
    },
  };
}
