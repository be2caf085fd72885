// SPDX-License-Identifier: Apache-2.0

import type { ReadArchivedTransfers } from '../../server/ledger/archived-transfers.ts';

/** For a database without archives. */
export const nothingArchived: ReadArchivedTransfers = async function* none() {};
