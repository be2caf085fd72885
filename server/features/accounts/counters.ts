// SPDX-License-Identifier: Apache-2.0

/** Counters that this feature declares. */
declare module '../../platform/db/counted.ts' {
  interface Counters {
    'role holders': 'role';
  }
}

export {};
