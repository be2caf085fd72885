// SPDX-License-Identifier: Apache-2.0

import type { ReadArchivedTransfers } from '../../server/ledger/archived-transfers.ts';

/** Of a database that nothing left. */
export const nothingArchived: ReadArchivedTransfers = async function* none() {};
