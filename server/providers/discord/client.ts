// SPDX-License-Identifier: Apache-2.0

import type { Logger } from '../../platform/log.ts';
import { askOutside } from '../../platform/outside-call.ts';

declare module '../../platform/outside-call.ts' {
  interface OutsideServices {
    discord: object;
  }
}

/** Calls Discord over HTTP; `what` replaces the address in the log. */
export function discordClient(log: Logger) {
  return (what: string, address: string, init: RequestInit): Promise<Response> =>
    askOutside(
      log,
      { provider: 'discord', what },
      () => fetch(address, init),
      ({ status }) => ({ status }),
    );
}
