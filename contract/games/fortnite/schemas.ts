// SPDX-License-Identifier: Apache-2.0

import { accountText } from '../account-text.ts';
import { fortnite } from '../fortnite.ts';
import { totals } from '../totals-schemas.ts';

const anyLength = accountText(fortnite.account, 'This Epic ID has characters that Epic doesn’t allow');

/** A display name at Epic Games, or the account's permanent id. */
const account = anyLength.max(32, 'Use at most 32 characters');

export const schemas = { account, accountText: anyLength, ...totals };
