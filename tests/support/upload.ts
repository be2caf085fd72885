// SPDX-License-Identifier: Apache-2.0

/** A multipart/form-data body with its content type, like a browser's form. A file has a name and bytes. */
export async function toForm(
  fields: Record<string, string | { name: string; content: Buffer; type?: string }>,
): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(key, value);
    else
      form.append(
        key,
        new File([new Uint8Array(value.content)], value.name, { type: value.type ?? 'image/png' }),
      );
  }
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
}
