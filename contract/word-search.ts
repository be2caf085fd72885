// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { lineOfText } from './endpoint.ts';

/** Search text for large lists. Their index finds nothing shorter than three letters (docs/rules/users.md, 16). */
export const wordSearchUpTo = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(lineOfText)
    .describe('Found anywhere, in any capitals; one or two letters find only the beginnings of words');

export const wordSearch = wordSearchUpTo(100);
