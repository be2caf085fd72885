// SPDX-License-Identifier: Apache-2.0

import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** What the processes of one start (WEB_PROCESSES) say to each other, through the one that started them. */

export type Figures = MetricObjectWithValues<MetricValue<string>>[];

export interface FiguresOf {
  /** What the process is called: `web-1`, say. */
  process: string;
  figures: Figures;
}

export type ToMember =
  /** Another takes its place: no new connections, then to its end. */
  | { type: 'leave' }
  /** Does it still get to its messages? */
  | { type: 'ping' }
  /** How many connections its pool may hold by now. */
  | { type: 'share'; connections: number }
  | { type: 'tell-figures'; ask: number }
  | { type: 'all-figures'; ask: number; all: FiguresOf[] };

export type FromMember =
  | { type: 'ready' }
  | { type: 'pong' }
  | { type: 'gather-figures'; ask: number }
  | { type: 'figures'; ask: number; figures: Figures };
