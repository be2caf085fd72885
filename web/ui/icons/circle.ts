// SPDX-License-Identifier: ISC
// From Lucide, by scripts/icons.ts; the licence is in LICENSE.
import { drawIcon } from '../icon.ts';

export const Circle = drawIcon(
  ['circle', { cx: '12', cy: '12', r: '10' }],
);
