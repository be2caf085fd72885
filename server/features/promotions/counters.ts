// SPDX-License-Identifier: Apache-2.0

/** Counters that this feature declares. */
declare module '../../platform/db/counted.ts' {
  interface Counters {
    'event collected': 'event';
    'event given': 'event';
    'event paid': 'event';
  }
}

export {};
