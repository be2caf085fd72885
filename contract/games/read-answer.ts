// SPDX-License-Identifier: Apache-2.0

/** Undefined if it is longer than any real answer. */
export async function readText({ body }: Response, longestBytes: number): Promise<string | undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return text + decoder.decode();
    length += value.byteLength;
    if (length > longestBytes) {
      void reader?.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
