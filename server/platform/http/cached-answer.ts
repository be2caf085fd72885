// SPDX-License-Identifier: Apache-2.0

import type { FastifyRequest } from 'fastify';
import type { DataOf, Endpoint } from '../../../contract/endpoint.ts';
import type { Listener } from '../listen.ts';
import { type Form, type Forms, toForms } from './answer-forms.ts';
import { type JsonText, wrapJson } from './answers.ts';
import { type Encoding, encodingFor } from './encodings.ts';

/** A fallback for changes without a notification: they become visible after this time at the latest. */
const keptForMs = 30_000;

export interface Memory {
  /** The answer in an encoding that the client accepts; undefined if it must be read or compressed first. */
  fromMemory(acceptedEncodings: string | undefined): JsonText | undefined;
}

/**
 * The whole answer of a call that is the same for everyone, as text and compressed. Cached until a notification on one
 * of `channels` (NOTIFY) reports that its data changed. While notifications may be missed, every call reads again.
 * @returns a function that answers a request; without a promise if the answer is cached
 */
export function cachedAnswer<E extends Endpoint>(
  endpoint: E,
  options: { listener: Listener; channels: readonly string[]; read: () => Promise<DataOf<E>> },
): ((call: { request: Pick<FastifyRequest, 'headers'> }) => Form) & Memory {
  const { listener, channels, read } = options;
  let cached: { forms: Forms; readAt: number } | undefined;
  let reading: Promise<Forms> | undefined;
  const forget = () => {
    cached = undefined;
    reading = undefined;
  };
  for (const channel of channels) listener.on(channel, forget);
  listener.onReconnect(forget);

  const readForms = async () => toForms(wrapJson(endpoint, JSON.stringify(await read())));

  async function readAndKeep(): Promise<Forms> {
    // Stored before sending the query, so that a change during the query discards this reading.
    const readAt = performance.now();
    const fresh = readForms();
    reading = fresh;
    try {
      const forms = await fresh;
      if (reading === fresh) cached = { forms, readAt };
      return forms;
    } finally {
      if (reading === fresh) reading = undefined;
    }
  }

  async function readIn(encoding: Encoding): Promise<JsonText> {
    const forms = await (listener.connected ? (reading ?? readAndKeep()) : readForms());
    return forms(encoding);
  }

  function get(encoding: Encoding): Form | undefined {
    if (!listener.connected) forget();
    return cached && performance.now() - cached.readAt < keptForMs ? cached.forms(encoding) : undefined;
  }

  return Object.assign(
    ({ request }: { request: Pick<FastifyRequest, 'headers'> }): Form => {
      const encoding = encodingFor(request.headers['accept-encoding']);
      return get(encoding) ?? readIn(encoding);
    },
    {
      fromMemory(acceptedEncodings: string | undefined) {
        const form = get(encodingFor(acceptedEncodings));
        return form instanceof Promise ? undefined : form;
      },
    },
  );
}
