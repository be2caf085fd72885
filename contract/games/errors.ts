// SPDX-License-Identifier: Apache-2.0

import { errors as fortnite } from './fortnite/errors.ts';

/** Refusals about game accounts. */
export const gameErrors = fortnite;
