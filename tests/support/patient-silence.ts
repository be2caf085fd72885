// SPDX-License-Identifier: Apache-2.0

/**
 * On a slow machine, a slow database isn't an unreachable one. At most five times as patient, which is still less than
 * the statement timeout, so silence is noticed first.
 */
import { silence, silenceMs } from '../../server/platform/postgres/limits.ts';
import { getSlowness } from './patience.ts';

silence.afterMs = silenceMs * Math.min(5, Math.max(1, getSlowness()));
