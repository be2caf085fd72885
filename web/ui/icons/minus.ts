// SPDX-License-Identifier: ISC
// From Lucide, by scripts/icons.ts; the licence is in LICENSE.
import { drawIcon } from '../icon.ts';

export const Minus = drawIcon(
  ['path', { d: 'M5 12h14' }],
);
