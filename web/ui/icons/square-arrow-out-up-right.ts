// SPDX-License-Identifier: ISC
// From Lucide, by scripts/icons.ts; the licence is in LICENSE.
import { drawIcon } from '../icon.ts';

export const SquareArrowOutUpRight = drawIcon(
  ['path', { d: 'M21 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h6' }],
  ['path', { d: 'm21 3-9 9' }],
  ['path', { d: 'M15 3h6v6' }],
);
