// SPDX-License-Identifier: Apache-2.0

/** What an erasure takes out of the log of administrators' changes, whichever feature wrote it. */
import { doors } from './doors.ts';
import type { Door } from './feature.ts';

export const personalFields: readonly string[] = Object.values(doors).flatMap(
  ({ personalFields: ofFeature = [] }: Door) => ofFeature,
);
