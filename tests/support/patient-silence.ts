// SPDX-License-Identifier: Apache-2.0

/**
 * On a slow machine a database that is slow to answer is not away. At most five times as patient: that is less than a
 * statement may take, so silence is still noticed first.
 */
import { silence, silenceMs } from '../../server/platform/postgres/limits.ts';
import { getSlowness } from './patience.ts';

silence.afterMs = silenceMs * Math.min(5, Math.max(1, getSlowness()));
