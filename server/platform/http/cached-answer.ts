// SPDX-License-Identifier: Apache-2.0

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { DataOf, Endpoint } from '../../../contract/endpoint.ts';
import type { Listener } from '../listen.ts';
import { type JsonText, jsonText, wrapJson } from './answers.ts';
import { type Encoding, encodingFor } from './encodings.ts';

/** However well notifications are heard: a change that none told of is seen after this. */
const keptForMs = 30_000;
/**
 * Longer ones are kept as bytes: Node encodes a text on the stack up to 16 KB, for which it counts three bytes a
 * character and the headers; beyond that each answer leaves garbage (some 14 MB resident under load).
 */
const maxTextLength = 4_096;
/** Shorter ones fit into a packet or two as they are. */
const compressedFromLength = 2_048;
/** 5 of 11: for a list of 10 KB 0.3 ms instead of the 5 ms that 9 takes, to the same length. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const compressors = {
  br: (text: string) => toBrotli(text, quality),
  gzip: (text: string) => toGzip(text),
};

type Form = JsonText | Promise<JsonText>;
type Forms = (encoding: Encoding) => Form;

/** One answer in each form that clients take it in. Compressed ones are made when they are first asked for. */
function toForms(text: string): Forms {
  const content = text.length > maxTextLength ? Buffer.from(text) : text;
  if (text.length < compressedFromLength) {
    const only = jsonText(content);
    return () => only;
  }
  const plain = jsonText(content, 'identity');
  const compressed = new Map<Encoding, Form>();
  async function compress(encoding: Exclude<Encoding, 'identity'>): Promise<JsonText> {
    const form = jsonText(await compressors[encoding](text), encoding);
    compressed.set(encoding, form);
    return form;
  }
  return (encoding) => {
    if (encoding === 'identity') return plain;
    const known = compressed.get(encoding);
    if (known) return known;
    const made = compress(encoding);
    made.catch(() => compressed.delete(encoding));
    compressed.set(encoding, made);
    return made;
  };
}

export interface Memory {
  /** The answer in the form that a client takes; undefined while it has to be read, or compressed. */
  fromMemory(acceptedEncodings: string | undefined): JsonText | undefined;
}

/**
 * The whole answer of a call that is the same for everybody, as text and compressed, kept until somebody tells one of
 * `channels` (NOTIFY) that its data changed. While notifications may be missed every call reads again.
 * @returns what to answer a request; without a promise when it is at hand
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
    // Remembered from before the query is sent: a change during it forgets this very reading.
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
