// SPDX-License-Identifier: Apache-2.0

import type { Outstanding } from '../../../contract/books-admin.ts';
import type { BooksDeps } from './read-books.ts';
import { endOfDay } from './rules.ts';

/** @param on such as 2026-11-30, in UTC */
export async function readOutstanding(on: string, { parts }: Pick<BooksDeps, 'parts'>): Promise<Outstanding> {
  return { on, outstanding: await parts.coinsOutstandingAt(endOfDay(on)) };
}
