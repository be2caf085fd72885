// SPDX-License-Identifier: Apache-2.0

/**
 * How Discord's reference wants every caller of its API to name itself; others may be turned away.
 * @param url where the product can be looked at
 */
export function discordUserAgent({ url, version }: { url: string; version: string }): string {
  return `DiscordBot (${url}, ${version})`;
}
