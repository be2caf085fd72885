// SPDX-License-Identifier: Apache-2.0

import type { PlayGate, PlayPauses } from '../../server/play-ports.ts';

/** Lets everyone play, for tests of later steps. */
export const openPlay: PlayGate = {
  check: async () => undefined,
  hold: async () => undefined,
  checkBegun: async () => undefined,
};

/** Nobody has paused. */
export const noPauses: PlayPauses = { findPauseEnd: async () => null, resumePause: async () => {} };
