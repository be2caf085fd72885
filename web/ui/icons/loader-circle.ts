// SPDX-License-Identifier: ISC
// From Lucide, by scripts/icons.ts; the licence is in LICENSE.
import { drawIcon } from '../icon.ts';

export const LoaderCircle = drawIcon(
  ['path', { d: 'M21 12a9 9 0 1 1-6.219-8.56' }],
);
