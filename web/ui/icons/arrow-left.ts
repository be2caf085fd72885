// SPDX-License-Identifier: ISC
// From Lucide, by scripts/icons.ts; the licence is in LICENSE.
import { drawIcon } from '../icon.ts';

export const ArrowLeft = drawIcon(
  ['path', { d: 'm12 19-7-7 7-7' }],
  ['path', { d: 'M19 12H5' }],
);
