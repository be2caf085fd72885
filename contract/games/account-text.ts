// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { lineOfText } from '../endpoint.ts';
import { ifMissing } from '../sent-numbers.ts';
import { withoutFormat } from '../without-format.ts';

/**
 * The account of a game as people type it, of any length.
 * @param doubt said of characters that no account has
 */
export function accountText({ missing }: { missing: string }, doubt: string) {
  return z
    .string(ifMissing(missing))
    .overwrite((text) => withoutFormat(text).trim())
    .min(1, missing)
    .regex(lineOfText, doubt);
}
