// SPDX-License-Identifier: Apache-2.0

import type { FeatureModule } from './feature.ts';
/** The fields that an erasure removes from the audit log, of every feature. */
import { modules } from './modules.ts';

export const personalFields: readonly string[] = Object.values(modules).flatMap(
  ({ personalFields: ofFeature = [] }: FeatureModule) => ofFeature,
);
