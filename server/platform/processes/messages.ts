// SPDX-License-Identifier: Apache-2.0

import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** Messages between the processes of one start (WEB_PROCESSES), by way of the one that started them. */

export type Figures = MetricObjectWithValues<MetricValue<string>>[];

export interface FiguresOf {
  /** The name of the process, such as `web-1`. */
  process: string;
  figures: Figures;
}

export type ToMember =
  /** Another process replaces it: it accepts no new connections, and ends when it is done. */
  | { type: 'leave' }
  /** Checks that it still handles messages. */
  | { type: 'ping' }
  /** How many connections its pool may hold from now on. */
  | { type: 'share'; connections: number }
  | { type: 'tell-figures'; ask: number }
  | { type: 'all-figures'; ask: number; all: FiguresOf[] };

export type FromMember =
  | { type: 'ready' }
  | { type: 'pong' }
  | { type: 'gather-figures'; ask: number }
  | { type: 'figures'; ask: number; figures: Figures };
