// SPDX-License-Identifier: ISC
// From Lucide, by scripts/icons.ts; the licence is in LICENSE.
import { drawIcon } from '../icon.ts';

export const ChevronLeft = drawIcon(
  ['path', { d: 'm15 18-6-6 6-6' }],
);
