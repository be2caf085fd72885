// SPDX-License-Identifier: Apache-2.0

import type { PlayGate, PlayPauses } from '../../server/play-ports.ts';

/** Lets everybody play, for tests of what comes afterwards. */
export const openPlay: PlayGate = {
  check: async () => undefined,
  hold: async () => undefined,
  checkBegun: async () => undefined,
};

/** Nobody has paused. */
export const noPauses: PlayPauses = { findPauseEnd: async () => null, resumePause: async () => {} };
