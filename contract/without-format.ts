// SPDX-License-Identifier: Apache-2.0

/** Zero-width characters, direction marks and soft hyphens: invisible, but copied along. */
export function withoutFormat(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}
