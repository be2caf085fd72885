// SPDX-License-Identifier: ISC
// From Lucide, by scripts/icons.ts; the licence is in LICENSE.
import { drawIcon } from '../icon.ts';

export const Check = drawIcon(
  ['path', { d: 'M20 6 9 17l-5-5' }],
);
