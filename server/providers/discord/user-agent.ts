// SPDX-License-Identifier: Apache-2.0

/**
 * The User-Agent that Discord's reference requires of every caller; others may be blocked.
 * @param url the product's address
 */
export function discordUserAgent({ url, version }: { url: string; version: string }): string {
  return `DiscordBot (${url}, ${version})`;
}
