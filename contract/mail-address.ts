// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

/** RFC 5321, 4.5.3.1.3: 256 with the angle brackets around it. */
export const longestAddress = 254;

/**
 * Whether a text is exactly one address. Only its mail server knows whether it is reachable: providers have verified
 * addresses that no grammar allows (`taro.@docomo.ne.jp`). So this refuses only text that would name two addresses, or
 * end a line or a command.
 */
export function isOneAddress(text: string): boolean {
  const [local, domain, ...rest] = text.split('@');
  return Boolean(local && domain) && rest.length === 0 && !/[\p{Cc}\p{Zl}\p{Zp}<>]/u.test(text);
}

/** An address typed by a person. */
export const typedAddress = z
  .string()
  .trim()
  .max(longestAddress)
  .refine(isOneAddress, 'Enter an e-mail address');
