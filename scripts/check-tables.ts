// SPDX-License-Identifier: Apache-2.0

/** Both checks of tables in one process, since each loads every feature's door. Part of `npm run check`. */
import { checkOwners } from './check-table-owners.ts';
import { checkPlaces } from './check-table-placement.ts';

const areInOrder = [checkOwners(), checkPlaces()].every(Boolean);
process.exitCode = areInOrder ? 0 : 1;
