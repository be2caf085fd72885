// SPDX-License-Identifier: Apache-2.0

/** Discord asks to be left alone for a while. */
export class DiscordBusy extends Error {
  override readonly name = 'DiscordBusy';
  readonly seconds: number;
  constructor(seconds: number) {
    super(`Discord asks to wait ${seconds} s`);
    this.seconds = seconds;
  }
}

export interface Discord {
  post(content: string): Promise<void>;
}

/** No more than Discord takes. */
const maxLength = 2_000;
/** FinalRing waits ten seconds for an answer. */
const withinMs = 8_000;

/** @param url of a channel's webhook: Edit Channel, Integrations, Webhooks */
export function createDiscord(url: string): Discord {
  return {
    async post(content) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        // Nobody is called by what a title says.
        body: JSON.stringify({ content: content.slice(0, maxLength), allowed_mentions: { parse: [] } }),
        signal: AbortSignal.timeout(withinMs),
        redirect: 'error',
      });
      if (response.status === 429)
        throw new DiscordBusy(Math.ceil(Number(response.headers.get('retry-after')) || 5));
      if (!response.ok) throw new Error(`Discord answered ${response.status}`);
    },
  };
}
