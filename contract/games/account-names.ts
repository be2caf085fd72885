// SPDX-License-Identifier: Apache-2.0

import type { GameShape } from './shape.ts';

/** Whether a typed account has all that says which it is: where its game asks for one, the platform too. */
export function isWholeName({ platforms }: Pick<GameShape['account'], 'platforms'>, text: string): boolean {
  if (!platforms) return text !== '';
  const [, platform = ''] = /^([a-z]+)\/.+$/.exec(text) ?? [];
  return Object.hasOwn(platforms, platform);
}
