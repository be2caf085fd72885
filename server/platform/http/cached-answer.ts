// SPDX-License-Identifier: Apache-2.0

import type { DataOf, Endpoint } from '../../../contract/endpoint.ts';
import type { Listener } from '../listen.ts';
import { type JsonText, jsonText, wrapJson } from './route.ts';

/** However well notifications are heard: a change that none told of is seen after this. */
const keptForMs = 30_000;
/**
 * Longer ones are kept as bytes: Node encodes a text on the stack up to 16 KB, for which it counts three bytes a
 * character and the headers; beyond that each answer leaves garbage (some 14 MB resident under load).
 */
const maxTextLength = 4_096;

/**
 * The whole answer of a call that is the same for everybody, as text, kept until somebody tells one of
 * `channels` (NOTIFY) that its data changed. While notifications may be missed every call reads anew.
 * @returns what to answer; without a promise when it is at hand
 */
export function cachedAnswer<E extends Endpoint>(
  endpoint: E,
  options: { listener: Listener; channels: readonly string[]; read: () => Promise<DataOf<E>> },
): () => JsonText | Promise<JsonText> {
  const { listener, channels, read } = options;
  let cached: { text: JsonText; readAt: number } | undefined;
  let reading: Promise<JsonText> | undefined;
  const forget = () => {
    cached = undefined;
    reading = undefined;
  };
  for (const channel of channels) listener.on(channel, forget);
  listener.onReconnect(forget);

  async function readText(): Promise<JsonText> {
    const text = wrapJson(endpoint, JSON.stringify(await read()));
    return jsonText(text.length > maxTextLength ? Buffer.from(text) : text);
  }

  async function readAndKeep(): Promise<JsonText> {
    // Remembered from before the query is sent: a change during it forgets this very reading.
    const readAt = performance.now();
    const fresh = readText();
    reading = fresh;
    try {
      const text = await fresh;
      if (reading === fresh) cached = { text, readAt };
      return text;
    } finally {
      if (reading === fresh) reading = undefined;
    }
  }

  return () => {
    if (!listener.connected) {
      forget();
      return readText();
    }
    if (cached && performance.now() - cached.readAt < keptForMs) return cached.text;
    return reading ?? readAndKeep();
  };
}
