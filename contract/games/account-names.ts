// SPDX-License-Identifier: Apache-2.0

import type { GameShape } from './shape.ts';

/** Whether a typed account is complete: some games also need the platform. */
export function isWholeName({ platforms }: Pick<GameShape['account'], 'platforms'>, text: string): boolean {
  if (!platforms) return text !== '';
  const [, platform = ''] = /^([a-z]+)\/.+$/.exec(text) ?? [];
  return Object.hasOwn(platforms, platform);
}
