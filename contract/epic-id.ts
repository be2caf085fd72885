// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { lineOfText } from './endpoint.ts';
import { ifMissing } from './sent-numbers.ts';

const missing = 'Please enter your Epic ID';

/** Zero-width characters, direction marks and soft hyphens: nobody sees them, and copying brings them along. */
export function withoutFormat(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}

/** A display name at Epic Games, or the account's permanent id. */
export const epicId = z
  .string(ifMissing(missing))
  .overwrite((text) => withoutFormat(text).trim())
  .min(1, missing)
  .max(32, 'An Epic ID has at most 32 characters')
  .regex(lineOfText, 'No Epic ID has such characters');

/** Whether it is an account's id. A display name has at most 16 characters. */
export function isAccountId(text: string): boolean {
  return /^[0-9a-f]{32}$/i.test(text);
}
