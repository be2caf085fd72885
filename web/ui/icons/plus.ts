// SPDX-License-Identifier: ISC
// From Lucide, by scripts/icons.ts; the licence is in LICENSE.
import { drawIcon } from '../icon.ts';

export const Plus = drawIcon(
  ['path', { d: 'M5 12h14' }],
  ['path', { d: 'M12 5v14' }],
);
