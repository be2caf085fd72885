// SPDX-License-Identifier: Apache-2.0

/** Fields that an erasure removes from the log of administrators' changes, of every feature. */
import { doors } from './doors.ts';
import type { Door } from './feature.ts';

export const personalFields: readonly string[] = Object.values(doors).flatMap(
  ({ personalFields: ofFeature = [] }: Door) => ofFeature,
);
