// SPDX-License-Identifier: ISC
// From Lucide, by scripts/icons.ts; the licence is in LICENSE.
import { drawIcon } from '../icon.ts';

export const ChevronDown = drawIcon(
  ['path', { d: 'm6 9 6 6 6-6' }],
);
