// SPDX-License-Identifier: Apache-2.0

/** Resolves a document's references to named parts, for readers of single operations. No part refers to itself. */
export function inlineReferences<Document extends object>(document: Document): Document {
  const parts = (document as { components?: Record<string, Record<string, unknown>> }).components ?? {};
  const inline = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(inline);
    const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec((part as { $ref?: string }).$ref ?? '') ?? [];
    if (kind && name) return inline(parts[kind]?.[name]);
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, inline(each)]));
  };
  return inline(document) as Document;
}
